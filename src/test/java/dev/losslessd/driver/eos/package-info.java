/** The EOS driver against text, captures, and a command line with sessions and a timer. */
@NullMarked
package dev.losslessd.driver.eos;

import org.jspecify.annotations.NullMarked;
