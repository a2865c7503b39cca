package dev.losslessd.commit;

import java.time.Duration;

/**
 * How much of the history is kept. What an open commit, the intent and later judgements need is
 * kept in any case.
 *
 * @param commits at most so many, the newest; 1 or more
 * @param age none that was asked for longer ago
 * @param keys at most so many idempotency keys, the newest
 * @param keyAge none that came longer ago
 */
public record Retention(int commits, Duration age, int keys, Duration keyAge) {}
