/** The NVUE driver against text, and against the fabric's switch over real SSH. */
@NullMarked
package dev.losslessd.driver.nvue;

import org.jspecify.annotations.NullMarked;
