/** Tests of the whole, with real processes. */
@NullMarked
package dev.losslessd.demo;

import org.jspecify.annotations.NullMarked;
