package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.Optional;

/** One physical NIC of the host: what it is, and what of its pause was ever set. */
final class Nic {
  private final SwitchPort port;
  private final String driver;
  private final int mbps;
  private final String description;
  private Optional<boolean[]> pause = Optional.empty();

  /**
   * @param driver the kernel module that has it
   */
  Nic(SwitchPort port, String driver, int mbps, String description) {
    this.port = port;
    this.driver = driver;
    this.mbps = mbps;
    this.description = description;
  }

  SwitchPort port() {
    return port;
  }

  String name() {
    return port.name();
  }

  String driver() {
    return driver;
  }

  boolean isMellanox() {
    return driver.equals("nmlx5_core");
  }

  int mbps() {
    return mbps;
  }

  String description() {
    return description;
  }

  int mtu() {
    return isMellanox() ? 9000 : 1500;
  }

  String pci() {
    return "0000:%02x:00.%d".formatted(isMellanox() ? 0x3b : 0x18, port.number() % 2);
  }

  /** Sets pause by hand, which is kept until a boot with PFC. */
  void pause(boolean receive, boolean send) {
    pause = Optional.of(new boolean[] {receive, send});
  }

  /**
   * Pause in both directions, receive first.
   *
   * @param pfc whether it was loaded with PFC, which switches the other off
   */
  boolean[] pause(boolean pfc) {
    boolean on = isMellanox() && !pfc;
    return pause.orElse(new boolean[] {on, on});
  }

  void reset() {
    pause = Optional.empty();
  }
}
