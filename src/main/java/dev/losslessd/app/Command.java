package dev.losslessd.app;

import dev.losslessd.cli.Cli;
import dev.losslessd.cli.Environment;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.files.FileThreads;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ProcessEnd;
import java.io.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The command line in its real surroundings. */
public final class Command {
  /** Verbs that look at the host in this process, and have nothing else to close. */
  private static final Set<String> LOOKS = Set.of("check", "env");

  private Command() {}

  /**
   * What a person typed.
   *
   * @param simulator empty where it is not installed
   */
  @SuppressWarnings("SystemConsoleNull") // null with -Djdk.console=java.base and a pipe
  public static int typed(Optional<SimulatorVerbs> simulator, String... words) {
    Console console = System.console();
    Optional<Environment.Terminal> terminal =
        console != null && console.isTerminal()
            ? Optional.of(new HostPrograms.Tty())
            : Optional.empty();
    Environment environment = environment(System.getenv(), terminal, System.in);
    LocalCommands local =
        new LocalCommands(System.out, System.err, Clock.systemUTC(), simulator, ProcessAge::read);
    return Cli.execute(words, local, System.out, System.err, environment);
  }

  /**
   * Ends the process. A look at a host that left a call on a file behind ends at once: the JVM
   * would wait for it, and a gate has a second.
   *
   * @param words what was typed
   */
  public static void end(int code, String... words) {
    if (words.length > 0 && LOOKS.contains(words[0]) && FileThreads.SHARED.isBusy()) {
      System.out.flush();
      System.err.flush();
      ProcessEnd.now(code);
    }
    System.exit(code);
  }

  /** As a person would have typed it, against the daemon at a socket. */
  public static int run(Path socket, PrintStream out, String... words) {
    return run(socket, out, Clock.systemUTC(), words);
  }

  /**
   * @param clock by which {@code recover} knows what is over
   */
  static int run(Path socket, PrintStream out, Clock clock, String... words) {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("LOSSLESSD_SOCKET", socket.toString());
    Environment environment =
        environment(variables, Optional.empty(), InputStream.nullInputStream());
    LocalCommands local = new LocalCommands(out, out, clock, Optional.empty());
    return Cli.execute(words, local, out, out, environment);
  }

  /** The exit code of {@link #run}, without what it prints. */
  public static int quiet(Path socket, String... words) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return run(socket, nowhere, words);
  }

  /** Prints why a local verb cannot do its work, without a stack trace unless asked for. */
  public static int failed(PrintStream err, Exception e) {
    String message = e.getMessage();
    String text = message == null ? e.toString() : message;
    text.lines().forEach(line -> err.println("losslessd: " + PrintableText.of(line)));
    if ("1".equals(System.getenv("LOSSLESSD_DEBUG"))) {
      e.printStackTrace(err);
    }
    return ExitCode.USAGE;
  }

  private static Environment environment(
      Map<String, String> variables, Optional<Environment.Terminal> terminal, InputStream in) {
    return new Environment(
        variables,
        terminal,
        in,
        Clock.systemUTC(),
        time -> Thread.sleep(time.toMillis()),
        new HostPrograms.Accounts());
  }
}
