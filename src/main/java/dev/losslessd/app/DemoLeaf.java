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
  /**
   * @param number of the leaf, from 1: the fabric gives every other leaf an older release
   */
  static DemoLeaf of(String os, int number) {
    return switch (os) {
      case "nxos" ->
          new DemoLeaf("Ethernet1/1", DemoConfig.networkTeam(), "  priority-flow-control mode on");
      case "nvue" ->
          new DemoLeaf("swp1", cumulus(number), "nv set interface swp1 qos pfc profile ROCE");
      default -> throw new IllegalArgumentException("the demo has no leaf with " + os);
    };
  }

  private static String cumulus(int number) {
    String end = number % 2 == 1 ? "d" : "";
    String marks = "set qos congestion-control default-global traffic-class ";
    String shares = "set qos egress-scheduler default-global traffic-class ";
    return String.join(
        " ; ",
        "set qos pfc ROCE switch-priority 3",
        "set interface swp2-4 qos pfc profile ROCE",
        "set qos mapping ROCE trust l3",
        "set interface swp2-4 qos mapping profile ROCE",
        marks + "0 ecn disable" + end,
        marks + "3 ecn enable" + end,
        marks + "3 min-threshold 400000",
        marks + "3 max-threshold 1600000",
        marks + "3 probability 20",
        shares + "0,3 mode dwrr",
        shares + "0,3 bw-percent 50",
        shares + "6,7 mode strict",
        "set qos egress-queue-mapping default-global switch-priority 1,2,4,5 traffic-class 0");
  }
}
