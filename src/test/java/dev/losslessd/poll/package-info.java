/** Tests of polling: deadlines, breakers and sweeps. */
@NullMarked
package dev.losslessd.poll;

import org.jspecify.annotations.NullMarked;
