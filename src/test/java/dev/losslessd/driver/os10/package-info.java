/** The OS10 driver against text, captures, and a switch that answers from a script. */
@NullMarked
package dev.losslessd.driver.os10;

import org.jspecify.annotations.NullMarked;
