/** Pure formulas: unit conversions, DSCP and ToS arithmetic, pause quanta, headroom. */
@NullMarked
package dev.losslessd.law;

import org.jspecify.annotations.NullMarked;
