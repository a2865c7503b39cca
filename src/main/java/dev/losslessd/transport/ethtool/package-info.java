/** SIOCETHTOOL: driver identity, statistics, pause parameters. */
@NullMarked
package dev.losslessd.transport.ethtool;

import org.jspecify.annotations.NullMarked;
