/** When to read what: per-device deadline and breaker; emits sweeps. */
@NullMarked
package dev.losslessd.poll;

import org.jspecify.annotations.NullMarked;
