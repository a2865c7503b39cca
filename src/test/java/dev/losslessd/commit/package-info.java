/** Tests of the commit engine, on devices in memory. */
@NullMarked
package dev.losslessd.commit;

import org.jspecify.annotations.NullMarked;
