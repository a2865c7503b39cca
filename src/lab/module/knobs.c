// SPDX-License-Identifier: GPL-2.0
/* What a test turns: <debugfs>/<dbgroot>/<bus>/{cc_params,lab}. */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include "lab.h"

/* Names of drivers/infiniband/hw/mlx5/cong.c; defaults of NVIDIA's DCQCN parameter page. */
static const struct { const char *name; u32 def; } defaults[CC_PARAMS] = {
	{ "rp_clamp_tgt_rate", 0 }, { "rp_clamp_tgt_rate_ati", 1 }, { "rp_time_reset", 300 },
	{ "rp_byte_reset", 32767 }, { "rp_threshold", 1 }, { "rp_ai_rate", 5 },
	{ "rp_max_rate", 0 }, { "rp_hai_rate", 50 }, { "rp_min_dec_fac", 50 },
	{ "rp_min_rate", 1 }, { "rp_rate_to_set_on_first_cnp", 0 }, { "rp_dce_tcp_g", 1019 },
	{ "rp_dce_tcp_rtt", 1 }, { "rp_rate_reduce_monitor_period", 4 },
	{ "rp_initial_alpha_value", 1023 }, { "rp_gd", 11 }, { "np_min_time_between_cnps", 4 },
	{ "np_cnp_dscp", 48 }, { "np_cnp_prio_mode", 1 }, { "np_cnp_prio", 6 },
};

int lab_gate(struct port *port, enum kind kind)
{
	port->nsets++;
	if (port->set_delay_ms)
		msleep(port->set_delay_ms);
	if (port->fail_errno && (port->fail_mask & kind)) {
		int e = port->fail_errno;

		port->fail_errno = 0;
		return -e;
	}
	return (port->lie_mask & kind) ? 1 : 0;
}

static int cc_get(void *data, u64 *v)
{
	*v = ((struct cc_param *)data)->value;
	return 0;
}

static int cc_set(void *data, u64 v)
{
	struct cc_param *c = data;
	int r = lab_gate(c->port, K_CC);

	if (!r)
		c->value = v;
	return r < 0 ? r : 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(cc_fops, cc_get, cc_set, "%llu\n");

/* What DCB_CMD_IEEE_SET does on a driver without an operation for it. Written again, it goes. */
static int stray_dscp_set(void *data, u64 v)
{
	struct net_device *dev = ((struct port *)data)->dev;
	struct dcb_app app = {
		.selector = IEEE_8021QAZ_APP_SEL_DSCP, .protocol = v >> 8, .priority = v & 7,
	};

	return dcb_ieee_delapp(dev, &app) ? dcb_ieee_setapp(dev, &app) : 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(stray_dscp_fops, NULL, stray_dscp_set, "%llu\n");

void lab_knobs(struct port *port, struct dentry *root)
{
	struct dentry *cc, *lab, *cnt;
	char n[48];
	int i, k;

	port->folder = debugfs_create_dir(port->bus, root);
	cc = debugfs_create_dir("cc_params", port->folder);
	for (i = 0; i < CC_PARAMS; i++) {
		port->cc[i].port = port;
		port->cc[i].value = defaults[i].def;
		debugfs_create_file(defaults[i].name, 0600, cc, &port->cc[i], &cc_fops);
	}
	lab = debugfs_create_dir("lab", port->folder);
#define U(f) debugfs_create_u32(#f, 0600, lab, &port->f)
	U(fail_errno); U(fail_mask); U(lie_mask); U(set_delay_ms); U(flap_ms); U(trusts_dscp);
	U(nsets); U(ecn_every); U(ecn_prios); U(drop_every); U(drop_prios); U(class8);
	debugfs_create_file("stray_dscp", 0200, lab, port, &stray_dscp_fops);
	for (k = 0; k < PRIORITIES; k++) {
		snprintf(n, sizeof(n), "p%d_rx_pause_rate", k);
		debugfs_create_u32(n, 0600, lab, &port->rx_pause_rate[k]);
		snprintf(n, sizeof(n), "p%d_tx_pause_rate", k);
		debugfs_create_u32(n, 0600, lab, &port->tx_pause_rate[k]);
	}
	cnt = debugfs_create_dir("cnt", lab);
	for (i = 0; i < PORT_COUNTERS; i++)
		debugfs_create_u64(port_counters[i], 0600, cnt, &port->counter[i]);
	for (k = 0; k < PRIORITIES; k++)
		for (i = 0; i < PRIORITY_COUNTERS; i++) {
			snprintf(n, sizeof(n), priority_counters[i], k);
			debugfs_create_u64(n, 0600, cnt, &port->by_priority[k][i]);
		}
}
