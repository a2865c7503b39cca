package dev.losslessd.app;

/** Entry point. */
public final class Main {
  private Main() {}

  /** Starts the command line. */
  public static void main(String[] args) {
    System.exit(0);
  }
}
