/** The NX-OS driver against text and against a command line that keeps state. */
@NullMarked
package dev.losslessd.driver.nxos;

import org.jspecify.annotations.NullMarked;
