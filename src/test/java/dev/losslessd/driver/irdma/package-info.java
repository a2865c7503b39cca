/** Tests. */
@NullMarked
package dev.losslessd.driver.irdma;

import org.jspecify.annotations.NullMarked;
