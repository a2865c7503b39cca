/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.watch;

import org.jspecify.annotations.NullMarked;
