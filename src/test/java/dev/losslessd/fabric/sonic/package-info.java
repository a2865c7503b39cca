@NullMarked
package dev.losslessd.fabric.sonic;

import org.jspecify.annotations.NullMarked;
