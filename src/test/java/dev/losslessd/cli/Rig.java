package dev.losslessd.cli;

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

/** Runs commands and keeps what they print. Time stands still; pauses are counted. */
final class Rig {
  static final Instant NOW = Instant.parse("2031-05-06T10:00:00Z");

  final Calls local = new Calls();
  final List<Duration> pauses = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();
  private boolean terminal;
  private String typed = "";

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
    terminal = true;
    typed = text;
    return this;
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
                terminal,
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                () -> NOW,
                pauses::add));
    return new Ran(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Local verbs that only remember how they were called. */
  static final class Calls implements LocalVerbs, SimulatorVerbs {
    final List<Object> seen = new ArrayList<>();
    int answer;
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
    public int discover(DiscoverOptions options) {
      return note(options);
    }

    @Override
    public int nicParams(OutputFormat format) {
      return note(format);
    }

    @Override
    public int configCheck(Path file) {
      return note(file);
    }

    @Override
    public int configShow(ConfigShowOptions options) {
      return note(options);
    }

    @Override
    public int recover(RecoverOptions options) {
      return note(options);
    }

    @Override
    public int auditVerify(AuditVerifyOptions options) {
      return note(options);
    }

    @Override
    public int journalVerify(JournalOptions options) {
      return note(options);
    }

    @Override
    public int journalExport(JournalOptions options) {
      return note(options);
    }
  }
}
