/** Tests that the simulated fabric obeys physics. */
@NullMarked
package dev.losslessd.twin;

import org.jspecify.annotations.NullMarked;
