package dev.losslessd.app;

import dev.losslessd.cli.Environment;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.LocalVerbs;
import dev.losslessd.cli.OutputFormat;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.config.Problem;
import dev.losslessd.log.PrintableText;
import dev.losslessd.store.Audit;
import dev.losslessd.store.AuditVerdict;
import dev.losslessd.store.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntFunction;

/** The verbs that need no daemon, because they are one or look at this machine only. */
final class LocalCommands implements LocalVerbs {
  private final PrintStream out;
  private final PrintStream err;

  private final Clock clock;
  private final Optional<SimulatorVerbs> simulator;

  /**
   * @param clock by which {@code recover} knows what is over
   */
  LocalCommands(PrintStream out, PrintStream err, Clock clock, Optional<SimulatorVerbs> simulator) {
    this.out = out;
    this.err = err;
    this.clock = clock;
    this.simulator = simulator;
  }

  @Override
  public String version() {
    return Version.text();
  }

  @Override
  public int run(RunOptions options) {
    Optional<Config> config = load(options.config());
    if (config.isEmpty()) {
      return ExitCode.USAGE;
    }
    LogProvider.takeUncaught();
    try {
      Daemon daemon =
          new Daemon(options.socket().map(config.get()::listeningAt).orElse(config.get()));
      Termination.closesAtExit(daemon);
      new CountDownLatch(1).await(); // the process ends by a signal
      return ExitCode.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.OK;
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  @Override
  public Optional<SimulatorVerbs> simulator() {
    return simulator;
  }

  @Override
  public int discover(DiscoverOptions options) {
    if (Files.notExists(options.config())) {
      return Discover.print(ConfigLoader.defaults(hostName()).config(), options.format(), out);
    }
    return load(options.config())
        .map(config -> Discover.print(config, options.format(), out))
        .orElse(ExitCode.USAGE);
  }

  @Override
  public int nicParams(OutputFormat format) {
    return NicParams.print(format, out);
  }

  @Override
  public int configCheck(Path file) {
    return switch (ConfigLoader.load(file, hostName(), profiles())) {
      case ConfigLoader.Loaded loaded -> {
        out.println(file + ": good");
        yield ExitCode.OK;
      }
      case ConfigLoader.Broken broken -> {
        broken.problems().stream().map(Problem::text).forEach(out::println);
        yield ExitCode.FINDING;
      }
    };
  }

  @Override
  public int configShow(ConfigShowOptions options) {
    return switch (ConfigLoader.load(options.file(), hostName(), profiles())) {
      case ConfigLoader.Loaded loaded -> {
        out.print(loaded.effective());
        yield ExitCode.OK;
      }
      case ConfigLoader.Broken broken -> {
        broken.problems().stream().map(Problem::text).forEach(err::println);
        yield ExitCode.FINDING;
      }
    };
  }

  @Override
  public int recover(RecoverOptions options) {
    Optional<Config> config = load(options.config());
    if (config.isEmpty()) {
      return ExitCode.USAGE;
    }
    try {
      return Recover.run(config.get(), options.whenDue(), clock, out);
    } catch (StoreException e) {
      if (e.inUse()) {
        out.println("a daemon is running and takes care itself; nothing done");
        return ExitCode.OK;
      }
      return failed(e);
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  @Override
  public int auditVerify(AuditVerifyOptions options) {
    Optional<Path> file =
        options
            .file()
            .or(() -> load(options.config()).map(config -> config.state().resolve("audit.jsonl")));
    if (file.isEmpty()) {
      return ExitCode.USAGE;
    }
    try {
      return switch (Audit.verify(file.get())) {
        case AuditVerdict.Whole whole -> {
          out.println(
              file.get()
                  + ": whole, "
                  + whole.lines()
                  + " lines"
                  + (whole.anchored()
                      ? ""
                      : "; without its .head file nothing vouches for its end"));
          yield ExitCode.OK;
        }
        case AuditVerdict.Broken broken -> {
          out.println(file.get() + ":" + broken.line() + " line " + broken.why());
          yield ExitCode.FINDING;
        }
        case AuditVerdict.Contradiction both -> {
          out.println(file.get() + ":" + both.line() + " contradiction: line " + both.why());
          yield ExitCode.FINDING;
        }
      };
    } catch (StoreException e) {
      return failed(e);
    }
  }

  @Override
  public int journalVerify(JournalOptions options) {
    return journal(options, new JournalVerbs(out)::verify);
  }

  @Override
  public int journalExport(JournalOptions options) {
    return journal(options, new JournalVerbs(out)::export);
  }

  private int journal(JournalOptions options, ToIntFunction<Path> verb) {
    Optional<Path> file =
        options
            .file()
            .or(() -> load(options.config()).map(config -> config.state().resolve("journal")));
    if (file.isEmpty()) {
      return ExitCode.USAGE;
    }
    try {
      return verb.applyAsInt(file.get());
    } catch (StoreException e) {
      return failed(e);
    }
  }

  /** A machine without a config is observed with the defaults; a named file must be there. */
  private Optional<Config> load(Path file) {
    if (file.equals(Environment.DEFAULT_CONFIG) && Files.notExists(file)) {
      err.println("losslessd: there is no " + file + "; the defaults hold, which observe only");
      return Optional.of(ConfigLoader.defaults(hostName()).config());
    }
    return switch (ConfigLoader.load(file, hostName(), profiles())) {
      case ConfigLoader.Loaded loaded -> Optional.of(loaded.config());
      case ConfigLoader.Broken broken -> {
        broken.problems().stream().map(Problem::text).map(PrintableText::of).forEach(err::println);
        yield Optional.empty();
      }
    };
  }

  private int failed(Exception e) {
    return Command.failed(err, e);
  }

  /** Profile folders of the source tree or the package; those beside the config come first. */
  private static List<Path> profiles() {
    String home = System.getProperty("losslessd.home");
    return home == null
        ? List.of(Path.of("/usr/share/losslessd/profiles"))
        : List.of(Path.of(home, "config", "profiles"));
  }

  private static String hostName() {
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      return name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
    } catch (UnknownHostException e) {
      return "localhost";
    } catch (IOException e) {
      return "localhost";
    }
  }
}
