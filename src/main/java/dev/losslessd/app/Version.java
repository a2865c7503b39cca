package dev.losslessd.app;

/** The version of this build, from the jar's manifest. */
final class Version {
  private Version() {}

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
