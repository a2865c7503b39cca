/** Tests of the whole, with real processes. */
@NullMarked
package dev.losslessd.app;

import org.jspecify.annotations.NullMarked;
