/** Tests of the fabric process over its own sockets. */
@NullMarked
package dev.losslessd.fabric;

import org.jspecify.annotations.NullMarked;
