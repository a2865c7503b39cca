/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.plan;

import org.jspecify.annotations.NullMarked;
