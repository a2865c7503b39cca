package dev.losslessd.demo;

import dev.losslessd.app.Command;
import dev.losslessd.cli.ExitCode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Steps of a tour through a demo: what is typed, what comes of it, and whether that is right. */
abstract class TourSteps {
  private static final Patience PATIENCE = new Patience(Duration.ofMillis(100));

  final Demo demo;
  final PrintStream out;
  private final PrintStream err;
  private int step;

  TourSteps(Demo demo, PrintStream out, PrintStream err) {
    this.demo = demo;
    this.out = out;
    this.err = err;
  }

  /**
   * Goes through all steps.
   *
   * @throws Failed if one does not do what it says
   */
  abstract void walk();

  /** Every expectation is checked; the first that fails ends the tour with exit code 1. */
  final int run() {
    try {
      walk();
      out.println("The tour is over: every step did what it says.");
      return ExitCode.OK;
    } catch (Failed e) {
      err.println("losslessd: the tour failed at step " + step + ": " + e.getMessage());
      return ExitCode.FINDING;
    }
  }

  final int quiet(String... words) {
    return Command.quiet(demo.socket(), words);
  }

  final void headline(String text) {
    step++;
    out.println(step + ". " + text);
  }

  final void cli(int expected, String... words) {
    out.println("$ losslessd " + String.join(" ", words));
    int code = Command.run(demo.socket(), out, words);
    out.println();
    if (code != expected) {
      throw new Failed("exit code " + code + ", expected " + expected);
    }
  }

  final void control(String line) {
    out.println("$ losslessd fabric ctl " + line);
    List<String> answer = demo.tell(line);
    if (!answer.getFirst().startsWith("ok")) {
      throw new Failed(String.join("; ", answer));
    }
  }

  /** Asks the device itself, past the daemon. */
  final void device(String name, String expected) {
    if (demo.tell("state " + name).stream().noneMatch(line -> line.startsWith(expected))) {
      throw new Failed(name + " does not show '" + expected.strip() + "'");
    }
    out.println("  " + name + " itself: " + expected.strip());
  }

  final void metric(String line) {
    await(() -> demo.page().contains(line), "not on the page: " + line);
    out.println("  on /metrics: " + line);
    out.println();
  }

  static void await(BooleanSupplier there, String otherwise) {
    await(there, () -> otherwise);
  }

  static void await(BooleanSupplier there, Supplier<String> otherwise) {
    if (!PATIENCE.sees(there)) {
      throw new Failed(otherwise.get());
    }
  }

  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }
}
