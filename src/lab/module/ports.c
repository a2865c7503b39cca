// SPDX-License-Identifier: GPL-2.0
/* The ports themselves: frames, carrier, and their coming and going. */
#include <linux/module.h>
#include <linux/version.h>
#include <linux/netdevice.h>
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/if_vlan.h>
#include <linux/debugfs.h>
#include <linux/platform_device.h>
#include <linux/rtnetlink.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <net/inet_ecn.h>
#include <net/dsfield.h>
#include "lab.h"

static int pairs = 1;
module_param(pairs, int, 0444);
char *drvname = "losslesslab";
module_param(drvname, charp, 0444);
static char *dbgroot = "losslesslab";
module_param(dbgroot, charp, 0444);
int speed = 400000;
module_param(speed, int, 0444);
static int guests;
module_param(guests, int, 0444);

static struct net_device *devs[MOST_PORTS];
static struct dentry *root;

static u8 classify(struct port *port, struct sk_buff *skb)
{
	int at = skb_network_offset(skb);
	u16 tci;

	if (!port->trusts_dscp)
		return vlan_get_tag(skb, &tci) ? 0 : tci >> VLAN_PRIO_SHIFT;
	if (skb->protocol == htons(ETH_P_IP) && pskb_may_pull(skb, at + sizeof(struct iphdr)))
		return port->priority_of_dscp[ipv4_get_dsfield(ip_hdr(skb)) >> 2];
	if (skb->protocol == htons(ETH_P_IPV6) && pskb_may_pull(skb, at + sizeof(struct ipv6hdr)))
		return port->priority_of_dscp[ipv6_get_dsfield(ipv6_hdr(skb)) >> 2];
	return 0;
}

static netdev_tx_t lab_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct port *port = netdev_priv(dev), *p = netdev_priv(port->peer);
	unsigned int len = skb->len;
	u8 prio;

	if (!netif_carrier_ok(dev) || !netif_running(port->peer)) {
		port->counter[P_TX_DISCARDS]++;
		dev->stats.tx_dropped++;
		kfree_skb(skb);
		return NETDEV_TX_OK;
	}
	skb_tx_timestamp(skb);
	prio = classify(port, skb) & 7;
	if (port->ecn_every && (port->ecn_prios & BIT(prio)) &&
	    ++port->ecn_seen % port->ecn_every == 0 && INET_ECN_set_ce(skb)) {
		p->counter[P_ECN_MARK]++;
		p->by_priority[prio][C_MARKED]++;
	}
	port->by_priority[prio][C_TX_PACKETS]++;
	port->by_priority[prio][C_TX_BYTES] += len;
	port->counter[P_TX_PACKETS]++;
	port->counter[P_TX_BYTES] += len;
	dev->stats.tx_packets++;
	dev->stats.tx_bytes += len;
	prio = classify(p, skb) & 7;	/* the receiver's own trust state */
	if (p->drop_every && (p->drop_prios & BIT(prio)) &&
	    ++p->drop_seen % p->drop_every == 0) {
		p->by_priority[prio][C_RX_DISCARDS]++;
		p->by_priority[prio][C_BUFFER_DISCARD]++;
		p->counter[P_RX_DISCARDS]++;
		p->counter[P_OUT_OF_BUFFER]++;
		port->peer->stats.rx_dropped++;
		kfree_skb(skb);
		return NETDEV_TX_OK;
	}
	p->by_priority[prio][C_RX_PACKETS]++;
	p->by_priority[prio][C_RX_BYTES] += len;
	p->counter[P_RX_PACKETS]++;
	p->counter[P_RX_BYTES] += len;
	if (dev_forward_skb(port->peer, skb) == NET_RX_SUCCESS) {
		port->peer->stats.rx_packets++;
		port->peer->stats.rx_bytes += len;
	} else {
		port->peer->stats.rx_dropped++;
	}
	return NETDEV_TX_OK;
}

void lab_carrier(struct port *port)
{
	struct port *p = netdev_priv(port->peer);
	bool up = netif_running(port->dev) && netif_running(port->peer) &&
		  !delayed_work_pending(&port->unflap) && !delayed_work_pending(&p->unflap);

	if (up) {
		netif_carrier_on(port->dev);
		netif_carrier_on(port->peer);
	} else {
		if (netif_carrier_ok(port->dev))
			port->counter[P_LINK_DOWN]++;
		if (netif_carrier_ok(port->peer))
			p->counter[P_LINK_DOWN]++;
		netif_carrier_off(port->dev);
		netif_carrier_off(port->peer);
	}
}

static void unflap_fn(struct work_struct *w)
{
	struct port *port = container_of(w, struct port, unflap.work);

	rtnl_lock();
	lab_carrier(port);
	rtnl_unlock();
}

static void tick_fn(struct work_struct *w)
{
	struct port *port = container_of(w, struct port, tick.work);
	int i;

	for (i = 0; i < PRIORITIES; i++) {
		u32 r = port->rx_pause_rate[i] / 10, t = port->tx_pause_rate[i] / 10;

		port->by_priority[i][C_RX_PAUSE] += r;
		port->by_priority[i][C_RX_PAUSE_TIME] += r * 3;	/* microseconds */
		port->by_priority[i][C_RX_PAUSE_TRANSITION] += r / 2;
		port->by_priority[i][C_TX_PAUSE] += t;
		port->by_priority[i][C_TX_PAUSE_TIME] += t * 3;
	}
	schedule_delayed_work(&port->tick, HZ / 10);
}

static int lab_open(struct net_device *dev)
{
	lab_carrier(netdev_priv(dev));
	return 0;
}

static int lab_stop(struct net_device *dev)
{
	lab_carrier(netdev_priv(dev));
	return 0;
}

static int lab_iflink(const struct net_device *dev)
{
	return ((struct port *)netdev_priv(dev))->peer->ifindex;
}

/*
 * As mlx5 gives every e-switch manager one and ice every port, in legacy mode too: it tells nothing
 * of what may be set (mlx5e_devlink_get_port_parent_id, ice_devlink_set_switch_id).
 */
static int lab_switch_id(struct net_device *dev, struct netdev_phys_item_id *id)
{
	static const u8 one_of_all[] = { 0x02, 0x1a, 0xb0, 0xff, 0xfe, 0x00, 0x00, 0x01 };

	id->id_len = sizeof(one_of_all);
	memcpy(id->id, one_of_all, sizeof(one_of_all));
	return 0;
}

/* Names of devlink_port_phys_port_name_get. */
static int lab_port_name(struct net_device *dev, char *name, size_t len)
{
	struct port *port = netdev_priv(dev);
	int n = port->guest < 0 ? snprintf(name, len, "p%d", port->index)
				: snprintf(name, len, "pf0vf%d", port->guest);

	return n < len ? 0 : -EINVAL;
}

static const struct net_device_ops lab_ops = {
	.ndo_open = lab_open, .ndo_stop = lab_stop, .ndo_start_xmit = lab_xmit,
	.ndo_set_mac_address = eth_mac_addr, .ndo_validate_addr = eth_validate_addr,
	.ndo_get_iflink = lab_iflink,
	.ndo_get_port_parent_id = lab_switch_id, .ndo_get_phys_port_name = lab_port_name,
};

static void lab_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &lab_ops;
	dev->ethtool_ops = &lab_ethtool_ops;
	dev->dcbnl_ops = &lab_dcb_ops;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
	dev->lltx = true;
#else
	dev->features |= NETIF_F_LLTX;
#endif
	dev->priv_flags |= IFF_LIVE_ADDR_CHANGE;
	dev->max_mtu = 9978;
	eth_hw_addr_random(dev);
}

static int make_port(int index, int guest)
{
	struct net_device *dev = alloc_netdev(sizeof(struct port), "lab%d", NET_NAME_ENUM, lab_setup);
	struct port *port;
	int i;

	if (!dev)
		return -ENOMEM;
	port = netdev_priv(dev);
	port->dev = dev;
	port->index = index;
	port->guest = guest;
	snprintf(port->bus, sizeof(port->bus), "0000:%02x:00.0", 0xc0 + index);
	port->pdev = platform_device_register_simple("losslesslab", index, NULL, 0);
	if (IS_ERR(port->pdev)) {
		free_netdev(dev);
		return PTR_ERR(port->pdev);
	}
	SET_NETDEV_DEV(dev, &port->pdev->dev);
	port->ets.ets_cap = PRIORITIES;
	for (i = 0; i < PRIORITIES; i++) {
		port->ets.prio_tc[i] = i;
		port->ets.tc_tsa[i] = IEEE_8021QAZ_TSA_ETS;
		port->ets.tc_tx_bw[i] = i < 4 ? 13 : 12;
	}
	port->delay = 7;
	port->dcbx = DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_CEE | DCB_CAP_DCBX_VER_IEEE;
	port->buffer.total_size = 262016;
	port->buffer.buffer_size[0] = 262016;
	port->pause.rx_pause = port->pause.tx_pause = 1;
	INIT_DELAYED_WORK(&port->tick, tick_fn);
	INIT_DELAYED_WORK(&port->unflap, unflap_fn);
	devs[index] = dev;
	return 0;
}

static void remove_all(void)
{
	int i;

	for (i = 0; i < MOST_PORTS; i++) {
		struct port *port;

		if (!devs[i])
			continue;
		port = netdev_priv(devs[i]);
		debugfs_remove_recursive(port->folder);
		cancel_delayed_work_sync(&port->tick);
		if (devs[i]->reg_state == NETREG_REGISTERED)
			unregister_netdev(devs[i]);
	}
	for (i = 0; i < MOST_PORTS; i++) {
		struct port *port;

		if (!devs[i])
			continue;
		port = netdev_priv(devs[i]);
		cancel_delayed_work_sync(&port->unflap);
		platform_device_unregister(port->pdev);
		free_netdev(devs[i]);
		devs[i] = NULL;
	}
	debugfs_remove_recursive(root);
}

static int __init lab_init(void)
{
	int i, n = clamp(pairs, 1, MOST_PORTS / 2) * 2, first_guest = n - clamp(guests, 0, n), err = 0;

	root = debugfs_create_dir(dbgroot, NULL);
	for (i = 0; i < n && !err; i++)
		err = make_port(i, i < first_guest ? -1 : i - first_guest);
	for (i = 0; i < n && !err; i++) {
		struct port *port = netdev_priv(devs[i]);

		port->peer = devs[i ^ 1];
	}
	for (i = 0; i < n && !err; i++) {
		struct port *port = netdev_priv(devs[i]);

		netif_carrier_off(devs[i]);
		err = register_netdev(devs[i]);
		if (err)
			break;
		lab_knobs(port, root);
		schedule_delayed_work(&port->tick, HZ / 10);
	}
	if (err)
		remove_all();
	return err;
}

static void __exit lab_exit(void)
{
	remove_all();
}

module_init(lab_init);
module_exit(lab_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Virtual port pairs with IEEE dcbnl, per-priority counters and cc_params, for losslessd's lab");
