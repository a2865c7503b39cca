/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.config;

import org.jspecify.annotations.NullMarked;
