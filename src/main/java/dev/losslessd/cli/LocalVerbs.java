package dev.losslessd.cli;

import dev.losslessd.checks.CheckResult;
import dev.losslessd.checks.FabricView;
import dev.losslessd.checks.HostCheck;
import dev.losslessd.jobs.JobHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The verbs that need no daemon, because they are one or look at this machine only. The command
 * line parses them; {@code app} does them. Each prints to its screen and returns an {@link
 * ExitCode}.
 */
public interface LocalVerbs {
  /** For {@code version} and {@code --version}: {@code 0.1.0}. */
  String version();

  /** Runs the daemon in the foreground until a signal stops it. */
  int run(RunOptions options);

  /** Verbs of the simulator, where it is installed. */
  Optional<SimulatorVerbs> simulator();

  /**
   * Prints this host's NICs and what each can do. Writes nothing.
   *
   * @param config for include and exclude; it need not exist
   */
  int discover(Path config, Screen screen);

  /** Prints congestion control parameters: meaning, range and each driver's name for them. */
  int nicParams(Screen screen);

  /** Every error of a config file at once. */
  int configCheck(Path file, Screen screen);

  /** The config as it is understood, with all defaults. */
  int configShow(Path file, Screen screen);

  /** Undoes what an agent that died has left half done; the dead-man timer calls it. */
  int recover(RecoverOptions options, Screen screen);

  /** Every event of the audit as a line of JSON. Writes nothing. */
  int auditShow(JournalOptions options, Screen screen);

  /** Follows the chain of a journal. Writes nothing. */
  int journalVerify(JournalOptions options, Screen screen);

  /** Every record of a journal as a line of JSON. Writes nothing. */
  int journalExport(JournalOptions options, Screen screen);

  /** How long this process has run, with all that its launcher did before. */
  Duration age();

  /** Answers checks of this host as this process sees it. Prints and writes nothing. */
  HostAnswers hostChecks(HostCheckOptions options);

  /** Looks at this host as jobs of this process can use it. Prints and writes nothing. */
  SeenHost jobHost(HostScope scope);

  /**
   * The host to look at.
   *
   * @param config for the root, include and exclude; it need not exist
   * @param root of the daemon's host, where that is a folder; empty for the config's
   * @param exclude what the daemon never opens, beside what the config excludes; empty where no
   *     daemon answered
   * @param patience of the whole look
   */
  record HostScope(
      Path config, Optional<Path> root, Optional<List<String>> exclude, Duration patience) {}

  /**
   * Answers of this process.
   *
   * @param host name of the host that was judged, with its root where that is a folder
   * @param leftOut why RDMA ports were not asked about, by name
   * @param unmatched patterns of the config that match no NIC, in words
   */
  record HostAnswers(
      String host,
      List<CheckResult> results,
      Map<String, String> leftOut,
      Optional<String> unmatched) {}

  /**
   * A host as jobs of this process see it.
   *
   * @param lack why nothing is known; empty where it was seen
   */
  record SeenHost(JobHost host, String lack) {}

  /**
   * @param scope the host to look at
   * @param ports globs of netdevs and RDMA devices; none for those of the config
   * @param expectedMbps rate that each port should have; empty to compare it with its like
   * @param fabric what the daemon knows
   * @param variables environment of the caller
   * @param checks to answer
   */
  record HostCheckOptions(
      HostScope scope,
      List<String> ports,
      OptionalLong expectedMbps,
      FabricView fabric,
      Map<String, String> variables,
      Set<HostCheck> checks) {
    public HostCheckOptions {
      ports = List.copyOf(ports);
      variables = Map.copyOf(variables);
      checks = Set.copyOf(checks);
    }
  }

  /**
   * @param config the file to load
   * @param socket overrides where the daemon listens
   */
  record RunOptions(Path config, Optional<Path> socket) {}

  /**
   * @param config tells where the state folder is
   * @param whenDue nothing unless the time of a dead-man file is over
   */
  record RecoverOptions(Path config, boolean whenDue) {}

  /**
   * @param file empty for the one in the state folder of the config
   * @param config tells where the state folder is
   */
  record JournalOptions(Optional<Path> file, Path config) {}
}
