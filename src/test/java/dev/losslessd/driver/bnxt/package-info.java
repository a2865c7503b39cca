/** Tests of the driver for Broadcom NICs. */
@NullMarked
package dev.losslessd.driver.bnxt;

import org.jspecify.annotations.NullMarked;
