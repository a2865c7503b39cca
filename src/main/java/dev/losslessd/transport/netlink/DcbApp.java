package dev.losslessd.transport.netlink;

/**
 * {@code struct dcb_app}: traffic that gets a priority.
 *
 * @param selector what {@code protocol} means: 1 EtherType, 2 TCP port, 3 UDP port, 4 any port, 5
 *     DSCP, 255 PCP
 * @param priority 0..7
 * @param protocol 0..65535, host byte order
 */
public record DcbApp(int selector, int priority, int protocol) {
  /** Selector of an entry by DSCP, IEEE_8021QAZ_APP_SEL_DSCP. */
  public static final int DSCP = 5;

  /** DCB_APP_SEL_PCP; travels under another attribute than the rest. */
  static final int PCP = 255;

  public static DcbApp dscp(int dscp, int priority) {
    return new DcbApp(DSCP, priority, dscp);
  }
}
