/** Tests. */
@NullMarked
package dev.losslessd.driver.hns;

import org.jspecify.annotations.NullMarked;
