package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * The verbs of the simulator, which ships apart from the daemon. The command line parses them;
 * {@code demo} does them. Each prints for itself and returns an {@link ExitCode}.
 */
public interface SimulatorVerbs {
  /** A simulated fabric and an ordinary daemon on it. */
  int demo(DemoOptions options);

  /** The simulated fabric alone, in the foreground. */
  int fabric(FabricArguments options);

  /** One command to a fabric that runs. */
  int fabricCtl(FabricCtlOptions options);

  /**
   * @param host the address to listen on, default 127.0.0.1
   * @param port of the live page and REST; 0 = any free one
   * @param seed the same seed gives the same traffic
   * @param once stop after the first full round instead of running until told
   * @param os the system of each leaf, in order
   * @param nic whose NICs the hosts have
   * @param unmarked everything is configured, and a job sends in another class
   */
  record DemoOptions(
      String host,
      int port,
      long seed,
      boolean once,
      List<String> os,
      String nic,
      boolean unmarked) {
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
}
