/** Tests. */
@NullMarked
package dev.losslessd.driver.ionic;

import org.jspecify.annotations.NullMarked;
