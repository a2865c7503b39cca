package dev.losslessd.transport;

/**
 * Errors of the kernel that the sandbox of the service unit causes, and the drop-in of the package
 * that lifts it. Java keeps only the text of an errno.
 */
public enum UnitLimit {
  /** systemd.resource-control(5): packets that IPAddressDeny= matches fail with EPERM. */
  ADDRESSES("Operation not permitted", "IPAddressDeny=", "switches.conf"),
  /** systemd.exec(5): ProtectKernelTunables= makes /sys and /proc/sys read-only, EROFS. */
  TUNABLES("Read-only file system", "ProtectKernelTunables=", "enforce.conf"),
  /** systemd.exec(5): without this capability the mode of a file binds root too, EACCES. */
  FILE_MODES(UnitLimit.OVERRIDE, "CapabilityBoundingSet=", "filemodes.conf");

  /** Capability that reads and writes files whatever their mode is (capabilities(7)). */
  public static final String OVERRIDE = "CAP_DAC_OVERRIDE";

  private final String error;
  private final String directive;
  private final String dropIn;

  UnitLimit(String error, String directive, String dropIn) {
    this.error = error;
    this.directive = directive;
    this.dropIn = dropIn;
  }

  /** Returns the message, with the drop-in to link where the sandbox may be the cause. */
  public String named(String message) {
    return message.contains(error)
        ? message + "; if " + directive + " of the unit forbids it, link drop-ins/" + dropIn
        : message;
  }
}
