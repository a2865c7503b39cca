/**
 * The field's formulas, pure: headroom, ECN before PFC, pause, DCQCN, ToS arithmetic. Every number
 * names its source; what the source does not tell is empty, never a guess.
 */
@NullMarked
package dev.losslessd.formulas;

import org.jspecify.annotations.NullMarked;
