package dev.losslessd.fabric.nxos;

/** Mode of the command tree that a session is in. */
enum Mode {
  EXEC(""),
  CONFIG("(config)"),
  INTERFACE("(config-if)"),
  CLASS_MAP("(config-cmap-qos)"),
  QOS_POLICY("(config-pmap-qos)"),
  QOS_CLASS("(config-pmap-c-qos)"),
  QUEUING_POLICY("(config-pmap-que)"),
  QUEUING_CLASS("(config-pmap-c-que)"),
  NETWORK_POLICY("(config-pmap-nqos)"),
  NETWORK_CLASS("(config-pmap-nqos-c)"),
  SYSTEM_QOS("(config-sys-qos)");

  private final String prompt;

  Mode(String prompt) {
    this.prompt = prompt;
  }

  /** Between the name of the switch and the mark; several ports are a range. */
  String prompt(int targets) {
    return this == INTERFACE && targets > 1 ? "(config-if-range)" : prompt;
  }
}
