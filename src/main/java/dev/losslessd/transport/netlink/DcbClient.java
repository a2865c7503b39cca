package dev.losslessd.transport.netlink;

/** To come. */
public final class DcbClient {
  public void close() {}
}
