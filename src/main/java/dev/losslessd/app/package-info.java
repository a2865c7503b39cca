/** Start and wiring of the whole daemon. Uses everything; nobody uses it. */
@NullMarked
package dev.losslessd.app;

import org.jspecify.annotations.NullMarked;
