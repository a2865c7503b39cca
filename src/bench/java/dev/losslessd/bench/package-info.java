/** Load commands of {@code bin/bench}: what losslessd costs, beside its peers in the same run. */
@NullMarked
package dev.losslessd.bench;

import org.jspecify.annotations.NullMarked;
