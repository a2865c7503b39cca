/** Intel E800 NICs under the ice and irdma drivers. */
@NullMarked
package dev.losslessd.driver.irdma;

import org.jspecify.annotations.NullMarked;
