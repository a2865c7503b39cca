/** Compares the outputs of the fabric's switches with captures of the same commands. */
@NullMarked
package dev.losslessd.fabric.skeleton;

import org.jspecify.annotations.NullMarked;
