/** The Onyx driver against text, captures, and a switch that answers from a script. */
@NullMarked
package dev.losslessd.driver.onyx;

import org.jspecify.annotations.NullMarked;
