/** dcbnl bytes: composed by hand, captured, and broken at random. */
@NullMarked
package dev.losslessd.transport.netlink;

import org.jspecify.annotations.NullMarked;
