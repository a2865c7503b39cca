/** Matching of text from outside in linear time; the only place that uses RE2/J. */
@NullMarked
package dev.losslessd.text;

import org.jspecify.annotations.NullMarked;
