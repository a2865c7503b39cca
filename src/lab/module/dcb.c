// SPDX-License-Identifier: GPL-2.0
/* dcbnl with the rules of mlx5 (drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c). */
#include <linux/workqueue.h>
#include "lab.h"

static int getets(struct net_device *dev, struct ieee_ets *e)
{
	*e = ((struct port *)netdev_priv(dev))->ets;
	return 0;
}

static int setets(struct net_device *dev, struct ieee_ets *e)
{
	struct port *port = netdev_priv(dev);
	int i, sum = 0, have = 0, r;

	for (i = 0; i < PRIORITIES; i++) {
		if (e->prio_tc[i] >= PRIORITIES)
			return -EINVAL;
		if (e->tc_tsa[i] == IEEE_8021QAZ_TSA_CB_SHAPER)
			return -EOPNOTSUPP;
		if (e->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS) {
			have = 1;
			sum += e->tc_tx_bw[i];
		}
	}
	if (have && sum != 100)
		return -EINVAL;
	r = lab_gate(port, K_ETS);
	if (r < 0 && port->class8)	/* bnxt_dcbnl_ieee_setets: IEEE_8021QAZ_MAX_TCS until one is taken */
		memset(port->ets.prio_tc, IEEE_8021QAZ_MAX_TCS, PRIORITIES);
	if (r)
		return r < 0 ? r : 0;
	memcpy(port->ets.tc_tx_bw, e->tc_tx_bw, PRIORITIES);
	memcpy(port->ets.tc_tsa, e->tc_tsa, PRIORITIES);
	memcpy(port->ets.prio_tc, e->prio_tc, PRIORITIES);
	for (i = 0; i < PRIORITIES; i++)	/* as mlx5: 0 % is shown for what is not ETS */
		if (e->tc_tsa[i] != IEEE_8021QAZ_TSA_ETS)
			port->ets.tc_tx_bw[i] = 0;
	return 0;
}

static int getrate(struct net_device *dev, struct ieee_maxrate *m)
{
	*m = ((struct port *)netdev_priv(dev))->rate;
	return 0;
}

static int setrate(struct net_device *dev, struct ieee_maxrate *m)
{
	struct port *port = netdev_priv(dev);
	struct ieee_maxrate kept;
	int i, r;

	/* as mlx5: eight bits of tenths of a Gbit/s up to 25.5 Gbit/s, of whole ones above */
	for (i = 0; i < PRIORITIES; i++) {
		u64 kbit = m->tc_maxrate[i], unit = kbit <= 25500000 ? 100000 : 1000000, steps;

		steps = div64_u64(kbit, unit);
		if (kbit && !steps)
			steps = 1;
		if (steps > 255)
			return -EINVAL;
		kept.tc_maxrate[i] = steps * unit;
	}
	r = lab_gate(port, K_RATE);
	if (r)
		return r < 0 ? r : 0;
	port->rate = kept;
	return 0;
}

static int getpfc(struct net_device *dev, struct ieee_pfc *p)
{
	struct port *port = netdev_priv(dev);
	int i;

	p->pfc_cap = PRIORITIES;
	p->pfc_en = port->pfc_enabled;
	p->delay = port->delay;
	for (i = 0; i < PRIORITIES; i++) {
		p->requests[i] = port->by_priority[i][C_TX_PAUSE];
		p->indications[i] = port->by_priority[i][C_RX_PAUSE];
	}
	return 0;
}

static int setpfc(struct net_device *dev, struct ieee_pfc *p)
{
	struct port *port = netdev_priv(dev);
	int r = lab_gate(port, K_PFC);

	if (r)
		return r < 0 ? r : 0;
	if (p->pfc_en && (port->pause.rx_pause || port->pause.tx_pause))
		port->pause.rx_pause = port->pause.tx_pause = 0;
	if (p->pfc_en != port->pfc_enabled && port->flap_ms) {
		schedule_delayed_work(&port->unflap, msecs_to_jiffies(port->flap_ms));
		lab_carrier(port);
	}
	port->pfc_enabled = p->pfc_en;
	if (p->delay && p->delay < 1000)
		port->delay = p->delay;
	return 0;
}

static int setapp(struct net_device *dev, struct dcb_app *a)
{
	struct port *port = netdev_priv(dev);
	struct dcb_app old = { .selector = a->selector, .protocol = a->protocol };
	int r, isnew;

	if (a->selector != IEEE_8021QAZ_APP_SEL_DSCP || a->protocol >= 64 ||
	    a->priority >= PRIORITIES)
		return -EINVAL;
	r = lab_gate(port, K_APP);
	if (r)
		return r < 0 ? r : 0;
	old.priority = port->priority_of_dscp[a->protocol];
	port->priority_of_dscp[a->protocol] = a->priority;
	isnew = dcb_ieee_delapp(dev, &old) != 0;
	r = dcb_ieee_setapp(dev, a);
	if (r)
		return r;
	port->apps += isnew;
	port->trusts_dscp = 1;
	return 0;
}

static int delapp(struct net_device *dev, struct dcb_app *a)
{
	struct port *port = netdev_priv(dev);
	int r;

	if (a->selector != IEEE_8021QAZ_APP_SEL_DSCP || a->protocol >= 64)
		return -EINVAL;
	if (!port->apps || port->priority_of_dscp[a->protocol] != a->priority)
		return -ENOENT;
	r = lab_gate(port, K_APP);
	if (r)
		return r < 0 ? r : 0;
	r = dcb_ieee_delapp(dev, a);
	if (r)
		return r;
	port->priority_of_dscp[a->protocol] = 0;
	if (!--port->apps)
		port->trusts_dscp = 0;
	return 0;
}

static int getbuf(struct net_device *dev, struct dcbnl_buffer *b)
{
	*b = ((struct port *)netdev_priv(dev))->buffer;
	return 0;
}

static int setbuf(struct net_device *dev, struct dcbnl_buffer *b)
{
	struct port *port = netdev_priv(dev);
	u64 sum = 0;
	int i, r;

	for (i = 0; i < PRIORITIES; i++) {
		sum += b->buffer_size[i];
		if (b->prio2buffer[i] >= PRIORITIES)
			return -EINVAL;
	}
	if (sum > port->buffer.total_size)
		return -EINVAL;
	r = lab_gate(port, K_BUFFER);
	if (r)
		return r < 0 ? r : 0;
	memcpy(port->buffer.prio2buffer, b->prio2buffer, PRIORITIES);
	memcpy(port->buffer.buffer_size, b->buffer_size, sizeof(b->buffer_size));
	return 0;
}

static u8 getdcbx(struct net_device *dev)
{
	return ((struct port *)netdev_priv(dev))->dcbx;
}

static u8 setdcbx(struct net_device *dev, u8 mode)
{
	struct port *port = netdev_priv(dev);
	int r;

	if (mode & DCB_CAP_DCBX_LLD_MANAGED)
		return 1;
	if (mode && !(mode & DCB_CAP_DCBX_HOST))
		return 1;
	r = lab_gate(port, K_DCBX);
	if (r)
		return r < 0;
	port->dcbx = mode ? mode : port->dcbx & ~DCB_CAP_DCBX_HOST;
	return 0;
}

/* The little of CEE that lldpad and the kernel ask for. */
static u8 getcap(struct net_device *dev, int id, u8 *cap)
{
	switch (id) {
	case DCB_CAP_ATTR_PG: case DCB_CAP_ATTR_PFC: case DCB_CAP_ATTR_UP2TC:
		*cap = true;
		return 0;
	case DCB_CAP_ATTR_PG_TCS: case DCB_CAP_ATTR_PFC_TCS:
		*cap = 0x80;
		return 0;
	case DCB_CAP_ATTR_DCBX:
		*cap = getdcbx(dev) | DCB_CAP_DCBX_VER_IEEE | DCB_CAP_DCBX_VER_CEE;
		return 0;
	default:
		*cap = 0;
		return id == DCB_CAP_ATTR_GSP || id == DCB_CAP_ATTR_BCN ? 0 : 1;
	}
}

static int getnumtcs(struct net_device *dev, int id, u8 *n)
{
	*n = PRIORITIES;
	return 0;
}

static u8 getstate(struct net_device *dev)
{
	return 1;
}

static u8 setstate(struct net_device *dev, u8 s)
{
	return 0;
}

static u8 getpfcstate(struct net_device *dev)
{
	return ((struct port *)netdev_priv(dev))->pfc_enabled ? 1 : 0;
}

static void setpfcstate(struct net_device *dev, u8 s)
{
}

static void permaddr(struct net_device *dev, u8 *a)
{
	memset(a, 0xff, MAX_ADDR_LEN);
	memcpy(a, dev->dev_addr, ETH_ALEN);
}

const struct dcbnl_rtnl_ops lab_dcb_ops = {
	.ieee_getets = getets, .ieee_setets = setets,
	.ieee_getmaxrate = getrate, .ieee_setmaxrate = setrate,
	.ieee_getpfc = getpfc, .ieee_setpfc = setpfc,
	.ieee_setapp = setapp, .ieee_delapp = delapp,
	.dcbnl_getbuffer = getbuf, .dcbnl_setbuffer = setbuf,
	.getdcbx = getdcbx, .setdcbx = setdcbx,
	.getcap = getcap, .getnumtcs = getnumtcs, .getstate = getstate, .setstate = setstate,
	.getpfcstate = getpfcstate, .setpfcstate = setpfcstate, .getpermhwaddr = permaddr,
};
