package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The process that asks. Limits, devices and environment are its own.
 *
 * @param isJob whether what holds for this process holds for jobs that it starts; not for a daemon
 * @param variables environment of the process
 * @param wanted NICs that the config or the caller names otherwise than by {@code *}
 */
public record Asker(boolean isJob, Map<String, String> variables, Predicate<Nic> wanted) {
  /** The daemon, whose unit hides devices and has limits of its own. */
  public static final Asker DAEMON = new Asker(false, Map.of(), _ -> false);

  static final String NOT_HERE = "the daemon is not a job: 'losslessd check' asks as its caller";

  public Asker {
    variables = Map.copyOf(variables);
  }
}
