/** The Junos driver against text, captures, and a command line with commits and their timer. */
@NullMarked
package dev.losslessd.driver.junos;

import org.jspecify.annotations.NullMarked;
