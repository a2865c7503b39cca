/** Debian's {@code mstconfig}: the non-volatile configuration of NVIDIA's NICs. */
@NullMarked
package dev.losslessd.driver.mlx5.mst;

import org.jspecify.annotations.NullMarked;
