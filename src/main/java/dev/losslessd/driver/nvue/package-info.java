/** Switches with NVIDIA Cumulus Linux 5, by NVUE's command line. */
@NullMarked
package dev.losslessd.driver.nvue;

import org.jspecify.annotations.NullMarked;
