package dev.losslessd.model;

import dev.losslessd.text.Worded;

/** Direction seen from the port: received pause means that the peer stopped it. */
public enum Direction implements Worded {
  RX,
  TX;
}
