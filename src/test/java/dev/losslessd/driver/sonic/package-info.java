/** The SONiC driver against text, captures, and a command line with CONFIG_DB behind it. */
@NullMarked
package dev.losslessd.driver.sonic;

import org.jspecify.annotations.NullMarked;
