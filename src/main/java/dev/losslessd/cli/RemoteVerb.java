package dev.losslessd.cli;

import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;

/** A verb that asks the daemon. */
abstract class RemoteVerb implements ParsedVerb {
  @Mixin private final Asked asked = new Asked();

  /** Options of every remote verb. */
  static final class Asked {
    @Mixin private final SocketOption socket = new SocketOption();

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
    Session session =
        new Session(asked.socket.daemon(context, Daemon.PATIENCE), screen, context.environment());
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
}
