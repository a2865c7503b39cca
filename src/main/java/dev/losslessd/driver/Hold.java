package dev.losslessd.driver;

import java.time.Duration;

/**
 * A dead-man timer of the device's own, which it has without us: EOS {@code commit timer}, NVUE
 * {@code config apply --confirm}, Junos {@code commit confirmed}.
 *
 * @param commit id of the commit whose changes are held; lower-case letters, digits and hyphens
 * @param within how long the device waits for {@link Session#confirm}, counted from the write
 */
public record Hold(String commit, Duration within) {}
