package dev.losslessd.transport.ethtool;

/** To come. */
public final class EthtoolClient {
  public void close() {}
}
