/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.model;

import org.jspecify.annotations.NullMarked;
