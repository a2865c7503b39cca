@NullMarked
package dev.losslessd.log;

import org.jspecify.annotations.NullMarked;
