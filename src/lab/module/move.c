// SPDX-License-Identifier: GPL-2.0
/*
 * losslessmove: lets 'rdma dev set DEV netns NAME' move Soft-RoCE as it moves hardware. The kernel moves only what
 * can be taken away from its users (ib_device_set_netns_put); rxe does not say so, and here nobody has it open.
 */
#include <linux/module.h>
#include <rdma/ib_verbs.h>

static void no_users(struct ib_ucontext *context)
{
}

static int move_add(struct ib_device *device)
{
	if (!device->ops.disassociate_ucontext)
		device->ops.disassociate_ucontext = no_users;
	return 0;
}

static void move_remove(struct ib_device *device, void *data)
{
}

static struct ib_client client = {
	.name = "losslessmove",
	.add = move_add,
	.remove = move_remove,
};

static int __init move_init(void)
{
	return ib_register_client(&client);
}

static void __exit move_exit(void)
{
	ib_unregister_client(&client);
}

module_init(move_init);
module_exit(move_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Soft-RoCE that moves between network namespaces");
