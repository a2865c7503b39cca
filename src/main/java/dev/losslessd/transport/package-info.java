/**
 * Ways to reach a device, with deadlines. Knows no vendor. Each way sits behind one seam, {@link
 * Exchange}.
 */
@NullMarked
package dev.losslessd.transport;

import org.jspecify.annotations.NullMarked;
