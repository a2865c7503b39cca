/** Tests of matching in linear time, and of every pattern that the program has. */
@NullMarked
package dev.losslessd.text;

import org.jspecify.annotations.NullMarked;
