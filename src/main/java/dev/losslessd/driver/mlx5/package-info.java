/** NVIDIA ConnectX and BlueField NICs under the mlx5_core driver. */
@NullMarked
package dev.losslessd.driver.mlx5;

import org.jspecify.annotations.NullMarked;
