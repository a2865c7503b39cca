package dev.losslessd.config;

import dev.losslessd.text.Pattern;

/**
 * An address that a server listens on.
 *
 * @param text {@code 127.0.0.1:9464}, {@code [::1]:9464} or {@code 0.0.0.0:9464}
 */
public record ListenAddress(String text) {
  /** Without the port; brackets of IPv6 taken off. */
  public String host() {
    String host = text.substring(0, text.lastIndexOf(':'));
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** The TCP port; 0 means any free one. */
  public int port() {
    return Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
  }

  /** Whether only this host reaches it; a name other than localhost may stand for any address. */
  public boolean isLoopback() {
    return host().equals("localhost")
        || host().equals("::1")
        || Pattern.matches("127(\\.[0-9]{1,3}){3}", host());
  }
}
