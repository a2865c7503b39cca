/** Tests of the drivers and kernel of a fake host. */
@NullMarked
package dev.losslessd.fabric.host;

import org.jspecify.annotations.NullMarked;
