package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SwitchAccess;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Configuration mode of NX-OS, which takes each line at once, and the checkpoint before it. */
final class NxosConsole {
  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:permission denied|not authori[sz]ed|authorization failed).*$");

  /** From the ansible, netmiko and napalm plug-ins. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^(?:% ?\\w.*|error:.*|.*invalid input.*|.*(?:incomplete|ambiguous) command.*"
              + "|.*invalid .+ at '\\^' marker.*|.*syntax error.*|.*unknown command.*"
              + "|.*returned error code.*|.*configuration not allowed.*|.*locked by.*"
              + "|.*session is active.*|.*tcam bank.*|.*no corresponding .+ configured.*)$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(
          NxosLedger.LEDGER,
          List.of("terminal length 0", "terminal width 511"),
          FORBIDDEN,
          REFUSED);

  private final Console console;
  private final String checkpoint;
  private boolean checkpointed;

  NxosConsole(SwitchAccess access, Console console) {
    this.console = console;
    this.checkpoint = "losslessd-" + access.mark();
  }

  /**
   * Enters configuration mode and leaves it.
   *
   * @return what speaks against it; empty if nothing does
   * @throws DeviceException CLOSED_GATE if this may not be tried now
   */
  static Optional<String> tryToConfigure(Console console) {
    return console.talk(
        "'configure terminal'",
        () -> {
          Optional<String> why = console.dialect().complaint(console.tell(enter()));
          if (why.isEmpty()) {
            console.tryTo(end());
          }
          return why;
        });
  }

  /**
   * Sends lines in configuration mode and leaves it, whatever happens.
   *
   * @param undo sent when a line is refused, as far as the switch takes it
   */
  void configure(String what, List<Line> lines, List<Line> undo) {
    lines.forEach(line -> NxosLedger.LEDGER.require(line.entry()));
    console.talk(
        what,
        () -> {
          takeCheckpoint();
          console.send(enter());
          try {
            lines.forEach(console::send);
          } catch (DeviceException e) {
            undo.forEach(console::tryTo);
            throw e;
          } finally {
            console.tryTo(end());
          }
          return true;
        });
  }

  void save() {
    console.talk("save", () -> console.send(NxosLedger.save()));
  }

  /** Once for each session: what an operator can go back to by hand. */
  private void takeCheckpoint() {
    if (!checkpointed) {
      Line line = NxosLedger.line(NxosLedger.CHECKPOINT, "checkpoint", checkpoint);
      String output = console.tell(line);
      // one of an earlier run holds what was before anything of ours: better than a newer one
      if (!output.contains("already exists")) {
        console
            .dialect()
            .complaint(output)
            .ifPresent(text -> {
              throw console.refused(line.text(), text);
            });
      }
      checkpointed = true;
    }
  }

  private static Line enter() {
    return NxosLedger.line(NxosLedger.CONFIGURE, "configure terminal");
  }

  private static Line end() {
    return NxosLedger.line(NxosLedger.END, "end");
  }
}
