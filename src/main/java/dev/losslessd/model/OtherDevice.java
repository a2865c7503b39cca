package dev.losslessd.model;

/**
 * A device whose identity differs from the one in the state folder.
 *
 * @param target that the name stands for
 * @param known what the state has, for people
 * @param found what is there now
 * @param advice what to do
 */
public record OtherDevice(Target target, String known, String found, String advice) {
  /** Another box, card or installation behind a known name. */
  static OtherDevice behind(Target target, Identity known, Identity found) {
    DeviceId device = target.device();
    String advice =
        known.has(Identity.Fact.MACHINE_ID)
            ? "if this host was installed anew, %s; a state folder that was copied from another"
                + " host stays refused: begin with an empty one"
            : "if it was replaced, %s; else correct its address in the config, or put the old one"
                + " back";
    return new OtherDevice(target, known.text(), found.text(), advice.formatted(accept(device)));
  }

  /** A known identity under another host name. */
  static OtherDevice renamed(Target known, Identity was, Target now, Identity found) {
    return new OtherDevice(
        now,
        "host " + known + " with " + was.text(),
        "host " + now + " with " + found.text(),
        ("if the host was renamed, %s; else correct 'host.name' in the config, or begin with an"
                + " empty state folder")
            .formatted(accept(now.device())));
  }

  private static String accept(DeviceId device) {
    return "'losslessd accept " + device + " --reason ...'";
  }

  /** {@code leaf1 is another one: the state folder has serial A, found serial B}. */
  public String what() {
    return target + " is another one: the state folder has " + known + ", found " + found;
  }

  /** The difference and what to do about it. */
  public String text() {
    return what() + "; " + advice;
  }
}
