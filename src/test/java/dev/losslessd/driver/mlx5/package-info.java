/** ConnectX ports under the inbox and the vendor's driver. */
@NullMarked
package dev.losslessd.driver.mlx5;

import org.jspecify.annotations.NullMarked;
