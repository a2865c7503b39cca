/* SPDX-License-Identifier: GPL-2.0 */
/*
 * losslesslab: pairs of virtual Ethernet ports, joined like veth, that speak the whole IEEE dcbnl
 * interface (PFC, ETS, MAXRATE, APP by DSCP, BUFFER, DCBX) with mlx5's rules, have mlx5's names for
 * their statistics and an mlx5-like debugfs cc_params, and can be told to misbehave.
 *
 *   insmod losslesslab.ko pairs=1 drvname=mlx5_core dbgroot=mlx5
 *     -> lab0 <-> lab1  and  <debugfs>/mlx5/0000:c0:00.0/{cc_params,lab}/...
 *
 * Every port has a switch id, and its phys_port_name is pN. The last guests=N stand for functions of
 * guests, as in switchdev mode: pf0vfN.
 *
 * Knobs, <debugfs>/<dbgroot>/<bus>/lab/:
 *   fail_errno + fail_mask   the next write of a kind in mask fails with -errno, once
 *   lie_mask                 writes of these kinds return 0 and change nothing
 *   set_delay_ms             every write sleeps this long, holding RTNL as firmware commands do
 *   flap_ms                  a change of the PFC mask takes carrier away this long
 *   ecn_every, ecn_prios     CE on every Nth ECT frame that is sent in these priorities
 *   drop_every, drop_prios   every Nth frame that is received in these priorities is dropped
 *   pN_rx_pause_rate         frames a second added to rx_prioN_pause (and duration, transition)
 *   pN_tx_pause_rate         the same for tx_prioN_pause
 *   class8                   a write of ETS that fails leaves class 8 for each priority, as bnxt does
 *   stray_dscp               (DSCP << 8 | priority): an entry on the kernel's list that no driver judges
 *   nsets                    how many writes there were
 *   cnt/<name>               each counter, to read and write
 * kinds: 1 pfc  2 ets  4 app  8 buffer  16 maxrate  32 dcbx  64 cc_params
 *
 * Not here: a transmitter that stops when it is paused, firmware that overwrites the host, sizes
 * and defaults of a real card.
 */
#ifndef LOSSLESSLAB_H
#define LOSSLESSLAB_H

#include <linux/ethtool.h>
#include <linux/netdevice.h>
#include <linux/platform_device.h>
#include <net/dcbnl.h>

#define PRIORITIES 8
#define MOST_PORTS 32

enum kind { K_PFC = 1, K_ETS = 2, K_APP = 4, K_BUFFER = 8, K_RATE = 16, K_DCBX = 32, K_CC = 64 };

/* by priority, in the order of priority_counters[] */
enum {
	C_RX_BYTES, C_RX_PACKETS, C_RX_DISCARDS, C_TX_BYTES, C_TX_PACKETS,
	C_RX_PAUSE, C_RX_PAUSE_TIME, C_TX_PAUSE, C_TX_PAUSE_TIME, C_RX_PAUSE_TRANSITION,
	C_BUFFER_DISCARD, C_CONGESTION_DISCARD, C_MARKED, PRIORITY_COUNTERS
};

/* of the port, in the order of port_counters[] */
enum {
	P_RX_PACKETS, P_TX_PACKETS, P_RX_BYTES, P_TX_BYTES, P_RX_DISCARDS, P_TX_DISCARDS, P_CRC,
	P_SYMBOL, P_OUT_OF_BUFFER, P_LINK_DOWN, P_STORM_WARNING, P_STORM_ERROR, P_ECN_MARK,
	PORT_COUNTERS
};

#define CC_PARAMS 20

struct port;

struct cc_param {
	struct port *port;
	u32 value;
};

struct port {
	struct net_device *dev, *peer;
	struct platform_device *pdev;
	int index, guest;	/* of which virtual function, or -1 */
	char bus[24];
	struct ieee_ets ets;
	struct ieee_maxrate rate;
	struct dcbnl_buffer buffer;
	struct ethtool_pauseparam pause;
	u8 pfc_enabled, dcbx;
	u16 delay;
	u8 priority_of_dscp[64];
	int apps;
	u32 trusts_dscp;
	u64 by_priority[PRIORITIES][PRIORITY_COUNTERS], counter[PORT_COUNTERS];
	struct cc_param cc[CC_PARAMS];
	u32 fail_errno, fail_mask, lie_mask, set_delay_ms, flap_ms, nsets, class8;
	u32 ecn_every, ecn_prios, drop_every, drop_prios, ecn_seen, drop_seen;
	u32 rx_pause_rate[PRIORITIES], tx_pause_rate[PRIORITIES];
	struct delayed_work tick, unflap;
	struct dentry *folder;
};

extern const char * const priority_counters[PRIORITY_COUNTERS];
extern const char * const port_counters[PORT_COUNTERS];
extern char *drvname;
extern int speed;

extern const struct ethtool_ops lab_ethtool_ops;
extern const struct dcbnl_rtnl_ops lab_dcb_ops;

/* Before every write: 0 go on, 1 say yes and do nothing, below 0 fail. */
int lab_gate(struct port *port, enum kind kind);
void lab_knobs(struct port *port, struct dentry *root);
void lab_carrier(struct port *port);

#endif
