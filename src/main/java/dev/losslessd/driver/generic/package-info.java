/** Any Linux network device: what dcbnl offers, statistics and ethtool counters. */
@NullMarked
package dev.losslessd.driver.generic;

import org.jspecify.annotations.NullMarked;
