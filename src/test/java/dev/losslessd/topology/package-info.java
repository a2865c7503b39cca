/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.topology;

import org.jspecify.annotations.NullMarked;
