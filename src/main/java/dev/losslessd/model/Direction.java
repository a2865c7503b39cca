package dev.losslessd.model;

import java.util.Locale;

/** Direction seen from the port: received pause means that the peer stopped it. */
public enum Direction {
  RX,
  TX;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
