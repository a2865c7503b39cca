package dev.losslessd.http;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Time as the server sees it.
 *
 * @param nanos a clock that never jumps: {@link System#nanoTime}
 * @param pause waits that long, or until the thread is interrupted
 */
public record HttpTime(LongSupplier nanos, Consumer<Duration> pause) {}
