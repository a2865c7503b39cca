package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The verbs that need no daemon, because they are one or look at this machine only. The command
 * line parses them; {@code app} does them. Each prints for itself and returns an {@link ExitCode}.
 */
public interface LocalVerbs {
  /** For {@code version} and {@code --version}: {@code 0.1.0}. */
  String version();

  /** Runs the daemon in the foreground until a signal stops it. */
  int run(RunOptions options);

  /** A simulated fabric and an ordinary daemon on it. */
  int demo(DemoOptions options);

  /** The simulated fabric alone, in the foreground. */
  int fabric(FabricArguments options);

  /** One command to a fabric that runs. */
  int fabricCtl(FabricCtlOptions options);

  /** Prints this host's NICs and what each can do. Writes nothing. */
  int discover(DiscoverOptions options);

  /** Prints congestion control parameters: meaning, range and each driver's name for them. */
  int nicParams(OutputFormat format);

  /** Every error of a config file at once. */
  int configCheck(Path file);

  /** The config as it is understood, with all defaults. */
  int configShow(ConfigShowOptions options);

  /** Undoes what an agent that died has left half done; the dead-man timer calls it. */
  int recover(RecoverOptions options);

  /** Follows the chain of an audit. Writes nothing. */
  int auditVerify(AuditVerifyOptions options);

  /** Follows the chain of a journal. Writes nothing. */
  int journalVerify(JournalOptions options);

  /** Every record of a journal as a line of JSON. Writes nothing. */
  int journalExport(JournalOptions options);

  /**
   * @param config the file to load
   * @param socket overrides where the daemon listens
   */
  record RunOptions(Path config, Optional<Path> socket) {}

  /**
   * @param host the address to listen on, default 127.0.0.1
   * @param port of the live page and REST; 0 = any free one
   * @param seed the same seed gives the same traffic
   * @param once stop after the first full round instead of running until told
   * @param os the system of each leaf, in order
   * @param nic whose NICs the hosts have
   */
  record DemoOptions(String host, int port, long seed, boolean once, List<String> os, String nic) {
    public DemoOptions {
      os = List.copyOf(os);
    }
  }

  /**
   * @param dir where the fabric puts its sockets and trees
   * @param seed the same seed gives the same traffic
   * @param os the system of each leaf, in order
   * @param nic whose NICs the hosts have
   */
  record FabricArguments(Path dir, long seed, List<String> os, String nic) {
    public FabricArguments {
      os = List.copyOf(os);
    }
  }

  /**
   * @param dir of the fabric that runs
   * @param words the command, word by word as the shell gave them
   */
  record FabricCtlOptions(Path dir, List<String> words) {
    public FabricCtlOptions {
      words = List.copyOf(words);
    }
  }

  /**
   * @param config for include and exclude; it need not exist
   */
  record DiscoverOptions(OutputFormat format, Path config) {}

  /**
   * @param file the default one when it was not named
   */
  record ConfigShowOptions(OutputFormat format, Path file) {}

  /**
   * @param config tells where the state folder is
   * @param whenDue nothing unless the time of a dead-man file is over
   */
  record RecoverOptions(Path config, boolean whenDue) {}

  /**
   * @param file empty for the one in the state folder of the config
   * @param config tells where the state folder is
   */
  record AuditVerifyOptions(Optional<Path> file, Path config) {}

  /**
   * @param file empty for the one in the state folder of the config
   * @param config tells where the state folder is
   */
  record JournalOptions(Optional<Path> file, Path config) {}
}
