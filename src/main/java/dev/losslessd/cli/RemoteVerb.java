package dev.losslessd.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
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

    @Mixin private final OutputOption output = new OutputOption();
  }

  @Override
  public final int run(Context context) {
    return repeated(context, this::once);
  }

  /** Runs it once, unless the verb can be watched. */
  int repeated(Context context, ToIntFunction<Context> look) {
    return look.applyAsInt(context);
  }

  private int once(Context context) {
    Screen screen = asked.output.screen(context);
    Session session = new Session(daemon(context), screen, context.environment());
    try {
      return ask(session);
    } catch (ProblemException e) {
      screen.document(e.problem().jsonValue());
      JsonValue plan = e.problem().jsonValue().at("plan");
      if (!screen.forPeople() || plan.isNothing()) {
        throw e;
      }
      PlanView.print(screen, plan);
      throw new CliException(e.problem().exitCode(), "refused; nothing was written", e);
    } finally {
      session.daemon().progress().clear();
    }
  }

  /** Does it, prints it, and returns the exit code. */
  abstract int ask(Session session);

  private Daemon daemon(Context context) {
    Progress progress = new Progress(context.err(), context.environment());
    return new Daemon(socket(context), Daemon.PATIENCE, progress);
  }

  private Path socket(Context context) {
    try {
      return asked.socket.isEmpty() ? context.environment().socket() : Path.of(asked.socket);
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, "socket: " + e.getMessage(), e);
    }
  }
}
