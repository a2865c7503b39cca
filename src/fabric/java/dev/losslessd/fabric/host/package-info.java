/** A host of the fabric: its kernel's netlink, ethtool and files, as mlx5_core fills them. */
@NullMarked
package dev.losslessd.fabric.host;

import org.jspecify.annotations.NullMarked;
