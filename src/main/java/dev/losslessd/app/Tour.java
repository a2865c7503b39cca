package dev.losslessd.app;

import dev.losslessd.cli.ExitCode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** {@code demo --once}: what a newcomer would type, each step with its result and its check. */
final class Tour {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Demo demo;
  private final PrintStream out;
  private final PrintStream err;
  private int step;

  Tour(Demo demo, PrintStream out, PrintStream err) {
    this.demo = demo;
    this.out = out;
    this.err = err;
  }

  /** Every expectation is checked; the first that fails ends the tour with exit code 1. */
  int run() {
    try {
      aChangeThatHolds();
      aChangeThatIsUndone();
      aBusyLinkIsLeftAlone();
      leftAsFound();
      out.println("The tour is over: every step did what it says.");
      return ExitCode.OK;
    } catch (Failed e) {
      err.println("losslessd: the tour failed at step " + step + ": " + e.getMessage());
      return ExitCode.FINDING;
    }
  }

  private void aChangeThatHolds() {
    headline("PFC on priority 3 of a NIC: planned, journaled, applied, read back, confirmed");
    cli(ExitCode.OK, "set", "gpu01:ens1f0np0", "pfc", "3", "--dry-run");
    cli(ExitCode.OK, "set", "gpu01:ens1f0np0", "pfc", "3", "--reason", "RoCE class", "--wait");
    cli(ExitCode.OK, "confirm");
    cli(ExitCode.OK, "get", "gpu01:ens1f0np0", "pfc");
    device("gpu01:ens1f0np0", "pfc 3");
    metric("roce_pfc_enabled{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",priority=\"3\"} 1");
  }

  private void aChangeThatIsUndone() {
    headline("The other NIC lies: it says yes and does nothing. Found by read-back, and undone");
    control("lie gpu01:ens2f0np0 pfc");
    cli(ExitCode.FINDING, "set", "gpu01:ens2f0np0", "pfc", "3", "--wait");
    control("clear");
    device("gpu01:ens2f0np0", "pfc none");
  }

  private void aBusyLinkIsLeftAlone() {
    headline("A job runs: a change that would bounce its link is refused");
    control("load 60");
    await(() -> refused("gpu01:ens1f0np0"), "the port did not become busy");
    cli(ExitCode.FINDING, "set", "gpu01:ens1f0np0", "pfc", "none");
    control("load 0");
  }

  private void leftAsFound() {
    headline("Back to where it was, as a revision of its own");
    cli(ExitCode.OK, "rollback", "0", "--while-busy", "--confirm");
    device("gpu01:ens1f0np0", "pfc none");
    cli(ExitCode.OK, "commits");
  }

  private boolean refused(String port) {
    return Command.quiet(demo.socket(), "set", port, "pfc", "none", "--dry-run")
        == ExitCode.FINDING;
  }

  private void headline(String text) {
    step++;
    out.println(step + ". " + text);
  }

  private void cli(int expected, String... words) {
    out.println("$ losslessd " + String.join(" ", words));
    int code = Command.run(demo.socket(), out, words);
    out.println();
    if (code != expected) {
      throw new Failed("exit code " + code + ", expected " + expected);
    }
  }

  private void control(String line) {
    out.println("$ losslessd fabric ctl " + line);
    List<String> answer = demo.tell(line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new Failed(String.join("; ", answer));
    }
  }

  /** Asks the device itself, past the daemon. */
  private void device(String port, String expected) {
    List<String> state = demo.tell("state " + port);
    String shown =
        state.stream().filter(line -> line.startsWith("pfc")).findFirst().orElse("nothing");
    out.println("  the device itself: " + shown);
    out.println();
    if (!shown.startsWith(expected)) {
      throw new Failed("the device shows '" + shown + "', expected '" + expected + "'");
    }
  }

  private void metric(String line) {
    await(() -> demo.page().contains(line), "not on the page: " + line);
    out.println("  on /metrics: " + line);
    out.println();
  }

  private static void await(BooleanSupplier there, String otherwise) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!there.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new Failed(otherwise);
      }
      Clockwork.pause(Duration.ofMillis(100));
    }
  }

  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }
}
