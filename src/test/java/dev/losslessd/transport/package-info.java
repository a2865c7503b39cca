/** Kernels that answer in memory, and the ways to the real one. */
@NullMarked
package dev.losslessd.transport;

import org.jspecify.annotations.NullMarked;
