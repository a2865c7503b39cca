package dev.losslessd.cli;

import dev.losslessd.checks.CheckResult;
import dev.losslessd.cli.Environment.Terminal;
import dev.losslessd.jobs.JobHost;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs commands and keeps what they print. Time stands still; pauses are counted. */
final class Rig {
  static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");

  final Calls local = new Calls();
  final List<Duration> pauses = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();
  private @Nullable Terminal terminal;
  private String typed = "";
  private int mostPauses = Integer.MAX_VALUE;
  private boolean ticking;

  Rig(Path socket) {
    variables.put("LOSSLESSD_SOCKET", socket.toString());
  }

  /** Exit code and output of a command. */
  record Ran(int exitCode, String out, String err) {}

  Rig variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** Sets the text that a person types at the terminal. */
  Rig terminal(String text) {
    return terminal(text, 0, 0);
  }

  /** A terminal of this size. */
  Rig terminal(String text, int columns, int rows) {
    terminal =
        new Terminal() {
          @Override
          public Size size() {
            return new Size(columns, rows);
          }

          @Override
          public boolean showsErrors() {
            return true;
          }
        };
    typed = text;
    return this;
  }

  /** From now on the clock goes on with each pause. */
  Rig ticking() {
    ticking = true;
    return this;
  }

  private Instant now() {
    return ticking ? NOW.plus(pauses.stream().reduce(Duration.ZERO, Duration::plus)) : NOW;
  }

  /** Ends what goes on for ever after so many pauses. */
  Rig interruptedAfter(int count) {
    mostPauses = count;
    return this;
  }

  private void pause(Duration time) throws InterruptedException {
    pauses.add(time);
    if (pauses.size() >= mostPauses) {
      throw new InterruptedException();
    }
  }

  Ran run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Cli.execute(
            args,
            local,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Environment(
                variables,
                Optional.ofNullable(terminal),
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                this::now,
                this::pause,
                uid -> uid == 0 ? Optional.of("root") : Optional.empty()));
    return new Ran(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Local verbs that only remember how they were called. */
  static final class Calls implements LocalVerbs, SimulatorVerbs {
    final List<Object> seen = new ArrayList<>();
    int answer;
    Map<String, String> leftOut = Map.of();
    SeenHost jobHost = new SeenHost(JobHost.UNKNOWN, "");
    List<CheckResult> checks = List.of();
    boolean installed = true;

    private int note(Object options) {
      seen.add(options);
      return answer;
    }

    @Override
    public String version() {
      return "9.8.7";
    }

    @Override
    public int run(RunOptions options) {
      return note(options);
    }

    @Override
    public Optional<SimulatorVerbs> simulator() {
      return installed ? Optional.of(this) : Optional.empty();
    }

    @Override
    public int demo(DemoOptions options) {
      return note(options);
    }

    @Override
    public int fabric(FabricArguments options) {
      return note(options);
    }

    @Override
    public int fabricCtl(FabricCtlOptions options) {
      return note(options);
    }

    @Override
    public int discover(Path file, Screen screen) {
      return note(file + " " + screen.format());
    }

    @Override
    public int nicParams(Screen screen) {
      return note(screen.format());
    }

    @Override
    public int configCheck(Path file, Screen screen) {
      return note(file + " " + screen.format());
    }

    @Override
    public int configShow(Path file, Screen screen) {
      return note(file + " " + screen.format());
    }

    @Override
    public Duration age() {
      return Duration.ZERO;
    }

    @Override
    public HostAnswers hostChecks(HostCheckOptions options) {
      seen.add(options);
      return new HostAnswers("gpu01", checks, leftOut, Optional.empty());
    }

    @Override
    public SeenHost jobHost(HostScope scope) {
      seen.add(scope);
      return jobHost;
    }

    @Override
    public int recover(RecoverOptions options, Screen screen) {
      return note(options);
    }

    @Override
    public int auditShow(JournalOptions options, Screen screen) {
      return note(options);
    }

    @Override
    public int journalVerify(JournalOptions options, Screen screen) {
      return note(options);
    }

    @Override
    public int journalExport(JournalOptions options, Screen screen) {
      return note(options);
    }
  }
}
