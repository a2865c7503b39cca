package dev.losslessd.app;

import dev.losslessd.cli.Environment;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.JsonLines;
import dev.losslessd.cli.LocalVerbs;
import dev.losslessd.cli.NicListing;
import dev.losslessd.cli.ParameterListing;
import dev.losslessd.cli.Screen;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.config.Problem;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.log.LogProvider;
import dev.losslessd.model.DeviceId;
import dev.losslessd.store.AuditView;
import dev.losslessd.store.Journal;
import dev.losslessd.store.JournalCheck;
import dev.losslessd.store.StoreException;
import dev.losslessd.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

/**
 * The verbs that need no daemon, because they are one or look at this machine only.
 *
 * @param clock by which {@code recover} knows what is over
 * @param started how long ago the process began that runs for one command
 */
record LocalCommands(
    PrintStream out,
    PrintStream err,
    Clock clock,
    Optional<SimulatorVerbs> simulator,
    Supplier<Duration> started)
    implements LocalVerbs {
  LocalCommands(PrintStream out, PrintStream err, Clock clock, Optional<SimulatorVerbs> simulator) {
    this(out, err, clock, simulator, () -> Duration.ZERO);
  }

  @Override
  public String version() {
    return Version.text();
  }

  @Override
  public int run(RunOptions options) {
    ReloadSignal signal = ReloadSignal.caught();
    Optional<ConfigSource> source = ConfigStart.source(options, HostName.read(), this::file, err);
    if (source.isEmpty()) {
      return ExitCode.USAGE;
    }
    JournalLog.begin();
    LogProvider.takeUncaught();
    LongSupplier nanos = SystemTime.get().nanos();
    long begun = nanos.getAsLong();
    ServiceNotifier notifier =
        ServiceNotifier.of(System.getenv(), nanos, ProcessHandle.current().pid());
    notifier.status("starting: journal and NICs are read");
    try {
      Daemon daemon = new Daemon(source.get());
      Termination.closesAtExit(daemon, notifier);
      daemon.reportTo(notifier, begun);
      ReloadNotice notice = new ReloadNotice(notifier::reloading, notifier::ready);
      signal.to(() -> daemon.reload(notice));
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
  public int discover(Path file, Screen screen) {
    Optional<Config> config =
        Files.notExists(file)
            ? Optional.of(ConfigLoader.defaults(HostName.read()).config())
            : load(file);
    return config.map(one -> NicListing.print(found(one), screen)).orElse(ExitCode.USAGE);
  }

  @Override
  public Duration age() {
    return started.get();
  }

  @Override
  public HostAnswers hostChecks(HostCheckOptions options) {
    return new HostCheckRun(scoped(options.scope()), options).results();
  }

  @Override
  public SeenHost jobHost(HostScope scope) {
    return new CallerHost(scoped(scope), scope.patience()).look();
  }

  /**
   * A user who may not read the config has the daemon's word for what is never opened.
   *
   * @throws IllegalStateException there is a config, and neither it nor the daemon says what is
   *     excluded
   */
  private HostView scoped(HostScope scope) {
    Path file = scope.config();
    if (Files.exists(file) && !Files.isReadable(file) && scope.exclude().isEmpty()) {
      throw new IllegalStateException(
          file
              + " cannot be read by you, and the daemon that knows which NICs it excludes does not"
              + " answer: run as root");
    }
    Config config =
        (Files.isReadable(file)
                ? load(file)
                : Optional.of(ConfigLoader.defaults(HostName.read()).config()))
            .orElseThrow(
                () -> new IllegalStateException(file + " has errors: 'losslessd config check'"));
    return HostView.of(config, scope);
  }

  private List<NicListing.Found> found(Config config) {
    HostView view = new HostView(config, config.host().root(), config.nics().exclude());
    // for people alone
    AddressWiring.unmatched(view).ifPresent(what -> err.println("losslessd: " + what));
    NicNames names = view.names(List.of());
    try (HostAccess access = view.kernel().open()) {
      return new Discovery(access.files(), access.ethtool(), names::excluded)
          .find(new DeviceId(config.host().name())).stream()
              .map(nic -> new NicListing.Found(nic, Drivers.of(nic).name()))
              .toList();
    }
  }

  @Override
  public int nicParams(Screen screen) {
    List<ParameterListing.Name> names = new ArrayList<>();
    for (NicDriver driver : Drivers.NICS) {
      driver
          .parameterNames()
          .forEach(name ->
              names.add(
                  new ParameterListing.Name(
                      driver.name(), name.parameter(), name.place(), name.name(), name.source())));
    }
    return ParameterListing.print(names, screen);
  }

  @Override
  public int configCheck(Path file, Screen screen) {
    List<Problem> problems =
        switch (ConfigLoader.load(file, HostName.read(), profiles())) {
          case ConfigLoader.Loaded loaded -> List.of();
          case ConfigLoader.Broken broken -> broken.problems();
        };
    screen.document(
        Map.of(
            "file", file.toString(),
            "good", problems.isEmpty(),
            "problems", problems.stream().map(LocalCommands::fields).toList()));
    if (problems.isEmpty()) {
      screen.line(file + ": good");
    }
    problems.stream().map(Problem::text).map(PrintableText::of).forEach(screen::line);
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FINDING;
  }

  private static Map<String, Object> fields(Problem problem) {
    return Map.of(
        "file", problem.file(),
        "line", problem.line(),
        "column", problem.column(),
        "key", problem.key(),
        "message", problem.message());
  }

  @Override
  public int configShow(Path file, Screen screen) {
    return switch (ConfigLoader.load(file, HostName.read(), profiles())) {
      case ConfigLoader.Loaded loaded -> {
        screen.yaml(loaded.effective());
        yield ExitCode.OK;
      }
      case ConfigLoader.Broken broken -> {
        broken.problems().stream().map(Problem::text).forEach(err::println);
        yield ExitCode.FINDING;
      }
    };
  }

  @Override
  public int recover(RecoverOptions options, Screen screen) {
    Optional<Config> config =
        ConfigStart.source(
                new RunOptions(options.config(), Optional.empty()),
                HostName.read(),
                this::file,
                err)
            .map(ConfigSource::config);
    if (config.isEmpty()) {
      return ExitCode.USAGE;
    }
    if (screen.forPeople()) {
      return recover(config.get(), options.whenDue(), out);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int exitCode =
        recover(
            config.get(), options.whenDue(), new PrintStream(out, true, StandardCharsets.UTF_8));
    screen.document(
        Map.of(
            "exitCode",
            exitCode,
            "messages",
            out.toString(StandardCharsets.UTF_8).lines().toList()));
    return exitCode;
  }

  private int recover(Config config, boolean whenDue, PrintStream out) {
    try {
      return Recover.run(config, whenDue, clock, out);
    } catch (StoreException e) {
      if (e.inUse()) {
        out.println("The daemon is running and rolls back due commits itself. Nothing to do.");
        return ExitCode.OK;
      }
      return failed(e);
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  /** The journal as the audit, with what is beside it in the side log. */
  @Override
  public int auditShow(JournalOptions options, Screen screen) {
    return look(
        options.file(),
        options.config(),
        (file, _) -> {
          try (JsonLines lines = new JsonLines(screen)) {
            Path side = file.resolveSibling(DaemonContext.SIDE_LOG);
            JournalCheck _ = AuditView.read(file, side, event -> lines.add(event.text()));
          }
          return ExitCode.OK;
        });
  }

  /** Says whether a journal is whole, or what is damaged. The daemon may be running. */
  @Override
  public int journalVerify(JournalOptions options, Screen screen) {
    return look(options.file(), options.config(), (file, head) -> verified(screen, file, head));
  }

  private static int verified(Screen screen, Path file, Path head) {
    try {
      return verdict(screen, file, true, JournalCheck.of(file, head, _ -> {}).text(file));
    } catch (StoreException e) {
      return verdict(screen, file, false, e.getMessage());
    }
  }

  private static int verdict(Screen screen, Path file, boolean whole, String text) {
    screen.document(Map.of("file", file.toString(), "whole", whole, "message", text));
    text.lines().forEach(screen::line);
    return whole ? ExitCode.OK : ExitCode.FINDING;
  }

  /** Writes the records before the first damaged one too. */
  @Override
  public int journalExport(JournalOptions options, Screen screen) {
    return look(
        options.file(),
        options.config(),
        (file, head) -> {
          try (JsonLines lines = new JsonLines(screen)) {
            JournalCheck _ = JournalCheck.of(file, head, entry -> lines.add(entry.text()));
          }
          return ExitCode.OK;
        });
  }

  /**
   * @param named empty for the usual one in the state folder of the config
   */
  private int look(Optional<Path> named, Path config, ToIntBiFunction<Path, Path> verb) {
    Optional<Config> loaded = named.isPresent() ? Optional.empty() : load(config);
    Optional<Path> file =
        named.or(() -> loaded.map(one -> one.state().resolve(DaemonContext.JOURNAL)));
    if (file.isEmpty()) {
      return ExitCode.USAGE;
    }
    try {
      return verb.applyAsInt(
          file.get(), Journal.head(file.get(), loaded.flatMap(one -> one.history().head())));
    } catch (StoreException e) {
      return failed(e);
    }
  }

  /** A machine without a config is observed with the defaults; a named file must be there. */
  private ConfigLoader.Result file(Path file) {
    return isAbsent(file)
        ? ConfigLoader.defaults(HostName.read())
        : ConfigLoader.load(file, HostName.read(), profiles());
  }

  private static boolean isAbsent(Path file) {
    return file.equals(Environment.DEFAULT_CONFIG) && Files.notExists(file);
  }

  private Optional<Config> load(Path file) {
    if (isAbsent(file)) {
      err.println("losslessd: there is no " + file + "; the defaults hold, which observe only");
    }
    return switch (file(file)) {
      case ConfigLoader.Loaded loaded -> Optional.of(loaded.config());
      case ConfigLoader.Broken broken -> {
        ConfigStart.print(broken.problems(), err);
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
}
