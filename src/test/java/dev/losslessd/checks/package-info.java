/** Checks over host trees: each is made ok, not and unknown by what the files say. */
@NullMarked
package dev.losslessd.checks;

import org.jspecify.annotations.NullMarked;
