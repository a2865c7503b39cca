package dev.losslessd.plan;

import dev.losslessd.model.Key;
import java.util.function.Supplier;

/**
 * Something that is wrong in a state, with its values.
 *
 * @param what the same text for the same flaw, before and after a plan
 * @param weight more is worse
 * @param subject the setting that it shows at
 * @param reason one sentence with the values and what would be accepted; made when needed
 */
record Flaw(String what, long weight, Key subject, Supplier<String> reason) {}
