/** Pure: who is wired to whom and the two-ended contract of a link. */
@NullMarked
package dev.losslessd.topology;

import org.jspecify.annotations.NullMarked;
