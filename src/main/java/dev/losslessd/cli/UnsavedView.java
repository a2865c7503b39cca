package dev.losslessd.cli;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says after a confirm which switches would lose its settings at their next reboot. */
final class UnsavedView {
  private UnsavedView() {}

  /** Each switch is asked for both of its configurations, after the confirm was printed. */
  static void print(Session session, JsonValue commit) {
    Set<String> devices =
        commit.at("plan").at("changes").items().stream()
            .map(change -> PlanView.target(change).split(":", 2)[0])
            .collect(Collectors.toUnmodifiableSet());
    if (session.screen().forPeople()) {
      devices.stream().sorted().forEach(device -> print(session, device));
    }
  }

  /** What a switch has not saved; nothing is written. */
  static JsonValue of(Session session, String device) {
    String path = "devices/" + Paths.device(device) + ":save";
    return session.daemon().post(path, JsonValue.of(Map.of("dryRun", true)));
  }

  private static void print(Session session, String device) {
    try {
      JsonValue unsaved = of(session, device);
      int lines = unsaved.at("ours").items().size();
      if (lines > 0 && !unsaved.at("automatic").isTrue()) {
        session
            .screen()
            .line(
                ("%s will lose this change at its next reboot: %s%s not in its startup"
                        + " configuration. To save, run 'losslessd save %s'.")
                    .formatted(
                        device, Count.of(lines, "line"), lines == 1 ? " is" : " are", device));
      }
    } catch (ProblemException | CliException e) {
      // a host, which applies its settings at each start, or a switch that does not report it:
      // the commit is confirmed, and the finding comes once the switch reports it
    }
  }
}
