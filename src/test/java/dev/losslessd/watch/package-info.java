/** Tests of the rules over sweeps and observations. */
@NullMarked
package dev.losslessd.watch;

import org.jspecify.annotations.NullMarked;
