/** Tests of ethtool statistics, whose names may move. */
@NullMarked
package dev.losslessd.transport.ethtool;

import org.jspecify.annotations.NullMarked;
