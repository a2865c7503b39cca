/**
 * Pure: intent, observation and capabilities become an ordered plan or refusals, and the inverse
 * plan.
 */
@NullMarked
package dev.losslessd.plan;

import org.jspecify.annotations.NullMarked;
