/**
 * dcbnl, rtnetlink and RDMA netlink messages: codecs as pure functions over bytes, and the kernel
 * socket.
 */
@NullMarked
package dev.losslessd.transport.netlink;

import org.jspecify.annotations.NullMarked;
