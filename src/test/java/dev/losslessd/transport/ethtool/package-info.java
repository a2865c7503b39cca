/** Statistics whose names move. */
@NullMarked
package dev.losslessd.transport.ethtool;

import org.jspecify.annotations.NullMarked;
