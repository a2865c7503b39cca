package dev.losslessd.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Limits of the history that is kept.
 *
 * @param commits at most so many, apart from those that are open or needed; 10 or more
 * @param age none that was asked for longer ago; 1 h or more
 * @param auditFile bytes after which the next file of the journal begins
 * @param head folder of the journal's head; empty for the state folder
 * @param keys at most so many idempotency keys, the newest
 * @param keyAge none that came longer ago
 */
public record History(
    int commits, Duration age, long auditFile, Optional<Path> head, int keys, Duration keyAge) {}
