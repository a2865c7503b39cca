package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.CliShell;
import java.util.List;

/** One login. Calls come with the lock held. */
final class OnyxShell extends CliShell {
  private enum Mode {
    STANDARD("> "),
    ENABLE("# "),
    CONFIGURE("(config) # ");

    private final String sign;

    Mode(String sign) {
      this.sign = sign;
    }
  }

  private final OnyxSwitch device;
  private Mode mode = Mode.STANDARD;

  /** Numbers of the ports that lines are about now; empty for none. */
  private String ports = "";

  OnyxShell(OnyxSwitch device, Account account, int number) {
    super(device.faults(), account, number);
    this.device = device;
  }

  @Override
  public String prompt() {
    String sign = ports.isEmpty() ? mode.sign : "(config interface ethernet " + ports + ") # ";
    return device.name() + " [standalone: master] " + sign;
  }

  @Override
  public List<String> run(String line) {
    String bare = line.strip().replaceAll("\\s+", " ");
    if (bare.isEmpty() || bare.startsWith("##")) {
      return List.of();
    }
    try {
      permit(
          bare,
          "Insufficient permissions for command execution: not allowed",
          "Internal error, code 1005: resources are exhausted");
      return perform(bare);
    } catch (CliError e) {
      return List.of(("% " + e.text()).split("\n"));
    }
  }

  // unverified: both wordings
  private List<String> perform(String line) throws CliError {
    if (line.startsWith("show ")) {
      return OnyxShows.of(device, line);
    }
    switch (line) {
      case "no cli session paging enable" -> length(0);
      case "exit" -> exit();
      case "enable" -> enable();
      case "configure terminal" -> configure();
      case "configuration write", "write memory" -> save(line);
      default -> edit(line);
    }
    return List.of();
  }

  private void exit() {
    if (!ports.isEmpty()) {
      ports = "";
    } else if (mode == Mode.CONFIGURE) {
      mode = Mode.ENABLE;
    } else {
      hangUp();
    }
  }

  private void enable() throws CliError {
    if (!account().admin()) {
      throw new CliError("Insufficient permissions for command execution: not allowed");
    }
    mode = mode == Mode.STANDARD ? Mode.ENABLE : mode;
  }

  private void configure() throws CliError {
    if (mode == Mode.STANDARD) {
      throw OnyxShell.unknown("configure");
    }
    // unverified: the wording
    if (hindered() && device.faults().locked()) {
      throw new CliError("Configuration mode is held by another session");
    }
    mode = Mode.CONFIGURE;
  }

  private void save(String line) throws CliError {
    if (mode == Mode.STANDARD) {
      throw OnyxShell.unknown(line);
    }
    if (!lies(line)) {
      device.save();
    }
  }

  private void edit(String line) throws CliError {
    if (mode != Mode.CONFIGURE) {
      throw OnyxShell.unknown(line);
    }
    String whole = ports.isEmpty() ? line : "interface ethernet " + ports + " " + line;
    if (Lines.isOfPorts(whole)) {
      Lines.Ports at = Lines.ports(device.running(), whole);
      if (at.words().isEmpty()) {
        ports = at.shown();
      } else if (!lies(at.words())) {
        Lines.takeAt(at.states(), at.words());
      }
    } else if (!lies(whole)) {
      Lines.take(device.running(), device.release(), whole);
    }
  }

  static CliError unknown(String command) {
    return new CliError("Unrecognized command \"" + command + "\".", "Type \"?\" for help.");
  }
}
