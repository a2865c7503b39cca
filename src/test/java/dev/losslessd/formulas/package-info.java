/** Tests of the formulas against published numbers. */
@NullMarked
package dev.losslessd.formulas;

import org.jspecify.annotations.NullMarked;
