package dev.losslessd.fabric.eos;

/** A configuration session that the switch remembers. */
final class ConfSession {
  /** What it has made of the configuration so far. */
  final Config config;

  final String user;
  boolean committed;

  ConfSession(Config config, String user) {
    this.config = config;
    this.user = user;
  }
}
