package dev.losslessd.fabric.eos;

/** A configuration session that the switch remembers. */
final class ConfSession {
  /** Configuration as the session has edited it so far. */
  final EosConfig eosConfig;

  final String user;
  boolean committed;

  ConfSession(EosConfig eosConfig, String user) {
    this.eosConfig = eosConfig;
    this.user = user;
  }
}
