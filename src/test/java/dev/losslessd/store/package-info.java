/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.store;

import org.jspecify.annotations.NullMarked;
