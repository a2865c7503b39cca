/** Start and wiring of the whole daemon. May use every package; none uses it. */
@NullMarked
package dev.losslessd.app;

import org.jspecify.annotations.NullMarked;
