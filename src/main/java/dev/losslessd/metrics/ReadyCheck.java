package dev.losslessd.metrics;

import dev.losslessd.text.Pattern;

/**
 * One answered check of this host. One that is unknown has none.
 *
 * @param check stable name: {@code pcie-link}
 * @param subject netdev or PCI address of a GPU; empty for the host
 */
public record ReadyCheck(String check, String subject, boolean ok) {
  boolean isGpu() {
    return Pattern.matches("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d", subject);
  }
}
