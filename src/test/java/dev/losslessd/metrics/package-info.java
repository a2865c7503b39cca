/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.metrics;

import org.jspecify.annotations.NullMarked;
