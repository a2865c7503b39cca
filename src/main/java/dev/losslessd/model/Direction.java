package dev.losslessd.model;

import java.util.Locale;

/** Seen from the port. Received pause means that the peer stopped us. */
public enum Direction {
  RX,
  TX;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
