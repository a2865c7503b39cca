// SPDX-License-Identifier: GPL-2.0
/* ethtool: driver, statistics, link pause. */
#include "lab.h"

const char * const port_counters[PORT_COUNTERS] = {	/* mlx5's names */
	"rx_packets_phy", "tx_packets_phy", "rx_bytes_phy", "tx_bytes_phy", "rx_discards_phy",
	"tx_discards_phy", "rx_crc_errors_phy", "rx_symbol_err_phy", "rx_out_of_buffer",
	"link_down_events_phy", "tx_pause_storm_warning_events", "tx_pause_storm_error_events",
	"rx_ecn_mark",
};

const char * const priority_counters[PRIORITY_COUNTERS] = {	/* %d = priority */
	"rx_prio%d_bytes", "rx_prio%d_packets", "rx_prio%d_discards",
	"tx_prio%d_bytes", "tx_prio%d_packets",
	"rx_prio%d_pause", "rx_prio%d_pause_duration",
	"tx_prio%d_pause", "tx_prio%d_pause_duration",
	"rx_prio%d_pause_transition", "rx_prio%d_buf_discard",
	"rx_prio%d_cong_discard", "rx_prio%d_marked",
};

static void lab_drvinfo(struct net_device *dev, struct ethtool_drvinfo *i)
{
	struct port *port = netdev_priv(dev);

	strscpy(i->driver, drvname, sizeof(i->driver));
	strscpy(i->fw_version, "28.39.1002 (LAB0000000001)", sizeof(i->fw_version));
	strscpy(i->bus_info, port->bus, sizeof(i->bus_info));
}

static int lab_sset(struct net_device *dev, int s)
{
	return s == ETH_SS_STATS ? PORT_COUNTERS + PRIORITIES * PRIORITY_COUNTERS : -EOPNOTSUPP;
}

static void lab_strings(struct net_device *dev, u32 s, u8 *b)
{
	int i, k;

	if (s != ETH_SS_STATS)
		return;
	for (i = 0; i < PORT_COUNTERS; i++, b += ETH_GSTRING_LEN)
		strscpy(b, port_counters[i], ETH_GSTRING_LEN);
	for (k = 0; k < PRIORITIES; k++)
		for (i = 0; i < PRIORITY_COUNTERS; i++, b += ETH_GSTRING_LEN)
			snprintf(b, ETH_GSTRING_LEN, priority_counters[i], k);
}

static void lab_stats(struct net_device *dev, struct ethtool_stats *s, u64 *v)
{
	struct port *port = netdev_priv(dev);

	memcpy(v, port->counter, sizeof(port->counter));
	memcpy(v + PORT_COUNTERS, port->by_priority, sizeof(port->by_priority));
}

static int lab_ksettings(struct net_device *dev, struct ethtool_link_ksettings *k)
{
	k->base.speed = netif_carrier_ok(dev) ? speed : SPEED_UNKNOWN;
	k->base.duplex = DUPLEX_FULL;
	k->base.port = PORT_DA;
	return 0;
}

static void lab_getpause(struct net_device *dev, struct ethtool_pauseparam *p)
{
	struct port *port = netdev_priv(dev);

	p->rx_pause = port->pause.rx_pause;
	p->tx_pause = port->pause.tx_pause;
}

static int lab_setpause(struct net_device *dev, struct ethtool_pauseparam *p)
{
	struct port *port = netdev_priv(dev);

	/* unverified on a card: firmware is taken to refuse link pause while PFC is on */
	if (p->autoneg || (port->pfc_enabled && (p->rx_pause || p->tx_pause)))
		return -EINVAL;
	port->pause = *p;
	return 0;
}

const struct ethtool_ops lab_ethtool_ops = {
	.get_drvinfo = lab_drvinfo, .get_link = ethtool_op_get_link,
	.get_sset_count = lab_sset, .get_strings = lab_strings, .get_ethtool_stats = lab_stats,
	.get_link_ksettings = lab_ksettings,
	.get_pauseparam = lab_getpause, .set_pauseparam = lab_setpause,
};
