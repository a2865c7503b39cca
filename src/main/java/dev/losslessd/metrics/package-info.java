/** Catalogue of metric names and the Prometheus page. A scrape only reads memory. */
@NullMarked
package dev.losslessd.metrics;

import org.jspecify.annotations.NullMarked;
