package dev.losslessd.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that asks the daemon. */
abstract class RemoteVerb implements ParsedVerb {
  @Mixin private final Asked asked = new Asked();

  /** Options of every remote verb. */
  static final class Asked {
    @Option(
        names = "--socket",
        paramLabel = "PATH",
        description =
            "The daemon's Unix socket. Default: LOSSLESSD_SOCKET, else"
                + " /run/losslessd/losslessd.sock.")
    private String socket = "";

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FORMAT",
        description = "table (default), json or yaml.")
    private OutputFormat format = OutputFormat.TABLE;
  }

  @Override
  public final int run(Context context) {
    Screen screen = context.screen(asked.format);
    Session session = new Session(new Daemon(socket(context)), screen, context.environment());
    try {
      return ask(session);
    } catch (ProblemException e) {
      screen.document(e.problem().jsonValue());
      throw e;
    }
  }

  /** Does it, prints it, and returns the exit code. */
  abstract int ask(Session session);

  private Path socket(Context context) {
    try {
      return asked.socket.isEmpty() ? context.environment().socket() : Path.of(asked.socket);
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, "socket: " + e.getMessage(), e);
    }
  }
}
