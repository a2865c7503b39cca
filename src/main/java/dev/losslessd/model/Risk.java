package dev.losslessd.model;

/** Side effect of a change on traffic. */
public enum Risk {
  /** The link goes down and up; queue pairs may time out. */
  LINK_BOUNCE("link goes down and up"),
  /** Receive buffers are carved anew; packets in them may be lost. */
  BUFFER_RECARVE("receive buffers are carved anew"),
  /** Channels are reopened; a short stop of the netdev's traffic. */
  SHORT_STOP("short stop of the port's traffic"),
  /** Open queue pairs go on with packets of the size that they were made with. */
  PAIRS_KEEP_MTU("open queue pairs keep their MTU, and break where it is larger than the new one"),
  /** The kernel takes addresses and routes away with the netdev, and gives back few of them. */
  ADDRESSES_LOST("global IPv6 addresses and static routes of the netdev may be lost"),
  /** ice: the first DSCP entry and the last one. */
  SCHEDULE_RESET("the schedule starts anew with the first entry; with the last, PFC too"),
  /** bnxt: the driver does not report what a load left, so no undo brings it back. */
  NOT_TOLD_BEFORE(
      "the driver does not tell what it has now: an undo leaves one strict class for all until it"
          + " is loaded anew"),
  /** Takes effect only after a reset or reboot. */
  NEEDS_RESET("takes effect after a reset"),
  /** Staged until a person reboots the device. */
  NEEDS_REBOOT("needs reboot: staged until then");

  private final String text;

  Risk(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
