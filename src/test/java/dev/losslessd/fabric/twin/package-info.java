/** Tests that the simulated fabric obeys physics. */
@NullMarked
package dev.losslessd.fabric.twin;

import org.jspecify.annotations.NullMarked;
