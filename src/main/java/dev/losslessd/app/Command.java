package dev.losslessd.app;

import dev.losslessd.cli.Cli;
import dev.losslessd.cli.Environment;
import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** The command line in its real surroundings. */
public final class Command {
  private Command() {}

  @SuppressWarnings("SystemConsoleNull") // null with -Djdk.console=java.base and a pipe
  static int typed(String... words) {
    Console console = System.console();
    boolean terminal = console != null && console.isTerminal();
    return execute(System.getenv(), terminal, System.in, System.out, System.err, words);
  }

  /** As a person would have typed it, against the daemon at a socket. */
  static int run(Path socket, PrintStream out, String... words) {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("LOSSLESSD_SOCKET", socket.toString());
    return execute(variables, false, InputStream.nullInputStream(), out, out, words);
  }

  static int quiet(Path socket, String... words) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return run(socket, nowhere, words);
  }

  private static int execute(
      Map<String, String> variables,
      boolean terminal,
      InputStream in,
      PrintStream out,
      PrintStream err,
      String... words) {
    Environment environment =
        new Environment(
            variables, terminal, in, Clock.systemUTC(), time -> Thread.sleep(time.toMillis()));
    return Cli.execute(words, new LocalCommands(out, err), out, err, environment);
  }
}
