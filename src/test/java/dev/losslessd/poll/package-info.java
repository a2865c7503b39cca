/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.poll;

import org.jspecify.annotations.NullMarked;
