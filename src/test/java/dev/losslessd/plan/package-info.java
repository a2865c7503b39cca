/** Tests of planning, and properties of all plans. */
@NullMarked
package dev.losslessd.plan;

import org.jspecify.annotations.NullMarked;
