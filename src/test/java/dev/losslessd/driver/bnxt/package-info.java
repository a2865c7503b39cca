/** Tests. */
@NullMarked
package dev.losslessd.driver.bnxt;

import org.jspecify.annotations.NullMarked;
