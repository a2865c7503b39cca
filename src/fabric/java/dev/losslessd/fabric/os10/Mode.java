package dev.losslessd.fabric.os10;

import java.util.regex.Pattern;

/** Mode of the configuration that a line belongs to. */
enum Mode {
  GLOBAL("config", "", ""),
  WRED("config-wred", "10", "wred (\\S+)"),
  CLASS_NETWORK("config-cmap-nqos", "20", "class-map type network-qos (\\S+)"),
  CLASS_QUEUING("config-cmap-queuing", "21", "class-map type queuing (\\S+)"),
  TRUST_DOT1P("config-tmap-dot1p-map", "30", "trust dot1p-map (\\S+)"),
  // no source has these lines; an operator's guess at them, so that the demo can trust DSCP
  TRUST_DSCP("config-tmap-dscp-map", "31", "trust dscp-map (\\S+)"),
  QUEUES("config-qos-map", "32", "qos-map traffic-class (\\S+)"),
  POLICY_NETWORK("config-pmap-network-qos", "40", "policy-map type network-qos (\\S+)"),
  POLICY_QUEUING("config-pmap-queuing", "41", "policy-map type queuing (\\S+)"),
  SYSTEM("config-sys-qos", "50", "system (qos)"),
  PORT("conf-if", "60", ""),
  /** A class of a network-qos policy. */
  PAUSES("config-pmap-c-nqos", "", ""),
  /** A class of a queuing policy. */
  SHARES("config-pmap-c-que", "", "");

  /** Name of the mode in the prompt. */
  private final String shown;

  private final String rank;
  private final Pattern header;

  // unverified: the prompts of all but the first and those of ports
  Mode(String shown, String rank, String header) {
    this.shown = shown;
    this.rank = rank;
    this.header = Pattern.compile(header.isEmpty() ? "(?!)" : header);
  }

  String shown() {
    return shown;
  }

  Pattern header() {
    return header;
  }

  /** Key of a section, which sorts into the order of printing. */
  String key(String name) {
    return rank + " " + name;
  }

  /** Whether its sections cannot be taken away: that of the system, and ports. */
  boolean stays() {
    return this == SYSTEM || this == PORT;
  }
}
