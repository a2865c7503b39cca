/** Tests of the metric catalogue and the Prometheus page. */
@NullMarked
package dev.losslessd.metrics;

import org.jspecify.annotations.NullMarked;
