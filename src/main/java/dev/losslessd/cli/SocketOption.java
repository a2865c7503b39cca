package dev.losslessd.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The socket of the daemon. */
final class SocketOption {
  /** Patience of a verb that can do without the daemon. */
  static final Duration SHORT = Duration.ofSeconds(10);

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description =
          "The daemon's Unix socket. Default: LOSSLESSD_SOCKET, else"
              + " /run/losslessd/losslessd.sock.")
  private String socket = "";

  Daemon daemon(Context context, Duration patience) {
    try {
      Path path = socket.isEmpty() ? context.environment().socket() : Path.of(socket);
      return new Daemon(path, patience, new Progress(context.err(), context.environment()));
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, "socket: " + e.getMessage(), e);
    }
  }
}
