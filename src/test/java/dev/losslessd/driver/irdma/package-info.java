/** Tests of the driver for Intel NICs. */
@NullMarked
package dev.losslessd.driver.irdma;

import org.jspecify.annotations.NullMarked;
