package dev.losslessd.app;

/**
 * What the demo knows of a leaf's system.
 *
 * @param port the leaf's first one, where gpu01 hangs
 * @param networkTeam what others have configured there, as {@code fabric ctl foreign} takes it, for
 *     all ports but the one to gpu01; may be nothing
 * @param pfcOn what the leaf itself shows of a port with PFC on
 */
record DemoLeaf(String port, String networkTeam, String pfcOn) {
  /** In words of NVUE that every release has. */
  private static final String CUMULUS =
      "set qos pfc ROCE switch-priority 3 ; set interface swp2-4 qos pfc profile ROCE"
          + " ; set qos mapping ROCE trust l3 ; set interface swp2-4 qos mapping profile ROCE";

  static DemoLeaf of(String os) {
    return switch (os) {
      case "nxos" ->
          new DemoLeaf("Ethernet1/1", DemoConfig.networkTeam(), "  priority-flow-control mode on");
      case "nvue" ->
          new DemoLeaf("swp1", CUMULUS, "nv set interface swp1 qos pfc profile losslessd");
      default -> throw new IllegalArgumentException("the demo has no leaf with " + os);
    };
  }
}
