/** Tests of hosts, switches and links, without a daemon. */
@NullMarked
package dev.losslessd.inventory;

import org.jspecify.annotations.NullMarked;
