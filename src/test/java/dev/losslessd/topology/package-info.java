/** Tests of links and their two-ended contract. */
@NullMarked
package dev.losslessd.topology;

import org.jspecify.annotations.NullMarked;
