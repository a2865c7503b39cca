package dev.losslessd.cli;

import dev.losslessd.checks.Answer;
import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.FabricView;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.jobs.JobClass;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslessd check}. Looks as the person who calls it, and asks the daemon for the rest. */
@Command(
    name = "check",
    description = {
      "Whether this host is ready for jobs; --gate for prologs.",
      "Ports, PCIe, RDMA, GPUDirect, CPUs and firmware, as the caller sees them.",
      "Each check is ok, not, or unknown, which is never ok. Exits with 1 if one is not.",
      "--gate is for a Slurm prolog or an init container: it answers within a second, and exits"
          + " with",
      "0 if what is required is ok, 1 if some is not, 3 if some is unknown and none is not."
    })
final class CheckVerb implements ParsedVerb {
  @Option(names = "--gate", description = "Only what jobs cannot do without; exit code 0, 1 or 3.")
  private boolean gate;

  @Option(
      names = "--require",
      split = ",",
      paramLabel = "CHECK,...",
      description = "The gate asks these instead of its own choice; all for every check.")
  private @Nullable List<String> require;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "CHECK,...",
      description = "The gate leaves these out.")
  private @Nullable List<String> ignore;

  @Option(
      names = "--port",
      split = ",",
      paramLabel = "PORT,...",
      description = "Only these ports: netdevs or RDMA devices, with * and ?. Default: all.")
  private @Nullable List<String> ports;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Rate that each port must have: 400G. Default: that of its like.")
  private String rate = "";

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description =
          "Time for a gate, from start to end: 500ms, 5s. What has not answered then is unknown."
              + " Default: 1s.")
  private String within = "1s";

  @Mixin private final LocalCommands.ConfigOption config = new LocalCommands.ConfigOption();

  @Mixin private final SocketOption socket = new SocketOption();

  @Mixin private final OutputOption output = new OutputOption();

  @Override
  public int run(Context context) {
    Gate asked = Gate.of(gate, listed(require), listed(ignore));
    OptionalLong mbps = mbps(rate);
    GateTime time = new GateTime(time(within));
    DaemonChecks daemon =
        DaemonChecks.ask(
            patience -> socket.daemon(context, patience),
            gate ? time.forDaemon(context.local().age()) : SocketOption.SHORT);
    LocalVerbs.HostAnswers own = own(context, asked, daemon, mbps, time);
    List<CheckResult> all = merged(own.results(), daemon.results());
    CheckView.print(
        output.screen(context),
        new LocalVerbs.HostAnswers(own.host(), all, own.leftOut(), own.unmatched()),
        asked,
        daemon.lack());
    return asked.exitCode(all);
  }

  private LocalVerbs.HostAnswers own(
      Context context, Gate asked, DaemonChecks daemon, OptionalLong mbps, GateTime time) {
    LocalVerbs local = context.local();
    return local.hostChecks(
        new LocalVerbs.HostCheckOptions(
            daemon
                .scope()
                .at(config.file(context), gate ? time.forFiles(local.age()) : SocketOption.SHORT),
            listed(ports),
            mbps,
            new FabricView(daemon.lossless(), Map.of(), fabricLack(daemon)),
            context.environment().variables(),
            gate ? asked.required() : EnumSet.allOf(HostCheck.class)));
  }

  /** Cables are told by the daemon's own answers. */
  private static String fabricLack(DaemonChecks daemon) {
    Optional<JobClass> lossless = daemon.lossless();
    return daemon.lack().isEmpty()
        ? lossless.isEmpty() ? "the daemon knows no lossless class" : "the daemon knows no link"
        : daemon.lack();
  }

  /** The daemon's answer counts where this process has none: it sees the fabric, and is root. */
  static List<CheckResult> merged(List<CheckResult> own, List<CheckResult> daemon) {
    List<CheckResult> all = new ArrayList<>();
    for (CheckResult one : own) {
      all.add(
          one.isUnknown()
              ? daemon.stream()
                  .filter(other -> other.check() == one.check())
                  .filter(other -> other.subject().equals(one.subject()))
                  .filter(other -> !other.isUnknown() || isOfDaemon(one))
                  .findFirst()
                  .orElse(one)
              : one);
    }
    return all;
  }

  private static boolean isOfDaemon(CheckResult one) {
    return switch (one.check()) {
      case CONTRACT, PATH_MTU -> one.answer() instanceof Answer.Unknown;
      default -> false;
    };
  }

  static Duration time(String text) {
    return TimeText.parse(text, Duration.ofMillis(100), Duration.ofMillis(99_999))
        .orElseThrow(
            () -> CliException.usage("--within " + text + ": expected 100ms to 99s, as in 1s"));
  }

  private static OptionalLong mbps(String rate) {
    if (rate.isEmpty()) {
      return OptionalLong.empty();
    }
    if (!Pattern.matches("[1-9]\\d{0,3}G", rate)) {
      throw CliException.usage("--rate " + rate + ": expected gigabits as in 400G");
    }
    return OptionalLong.of(Long.parseLong(rate.substring(0, rate.length() - 1)) * 1000);
  }

  private static List<String> listed(@Nullable List<String> words) {
    return words == null ? List.of() : words.stream().map(String::strip).toList();
  }
}
