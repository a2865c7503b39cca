package dev.losslessd.driver;

/** Errors about members of a bundle (LAG, port channel), whose QoS is that of the bundle. */
public final class Members {
  private Members() {}

  /**
   * An error about a setting that cannot be said of a member.
   *
   * @param why it cannot, as a clause that follows the bundle's name
   */
  public static DeviceException setThere(String port, String bundle, String why) {
    return DeviceException.unsupported(
        port + " is a member of " + bundle + ", " + why + ": set there");
  }
}
