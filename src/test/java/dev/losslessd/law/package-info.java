/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.law;

import org.jspecify.annotations.NullMarked;
