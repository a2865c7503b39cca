/** Tests of the driver for HiSilicon NICs. */
@NullMarked
package dev.losslessd.driver.hns;

import org.jspecify.annotations.NullMarked;
