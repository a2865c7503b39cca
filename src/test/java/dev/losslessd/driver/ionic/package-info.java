/** Tests of the driver for AMD Pensando NICs. */
@NullMarked
package dev.losslessd.driver.ionic;

import org.jspecify.annotations.NullMarked;
