/** The fabric process, asked over its own sockets. */
@NullMarked
package dev.losslessd.fabric;

import org.jspecify.annotations.NullMarked;
