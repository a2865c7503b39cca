/** Tests of the formulas against published numbers. */
@NullMarked
package dev.losslessd.law;

import org.jspecify.annotations.NullMarked;
