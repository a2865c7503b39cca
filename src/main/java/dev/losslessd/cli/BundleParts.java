package dev.losslessd.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a bundle holds, and which question of the daemon gives it. */
record BundleParts(Daemon daemon, BundleFile file) {
  /** Commits that are told with all they did; the list has the older ones. */
  private static final int WHOLE_COMMITS = 20;

  private static final List<String> DOCUMENTS = List.of("config", "intent", "env", "readiness");

  private static final List<String> LISTS =
      List.of(
          ("devices nics switches ports links counters findings drift diff events"
                  + " revisions maintenance releases")
              .split(" "));

  /**
   * Asks for one part after another. One that the daemon refuses is told in the bundle; the rest
   * goes on.
   *
   * @param status was asked first, to see that there is a daemon
   */
  static void write(Daemon daemon, JsonValue status, BundleFile file) throws IOException {
    BundleParts parts = new BundleParts(daemon, file);
    file.add("status.json", () -> Json.pretty(status));
    for (String name : DOCUMENTS) {
      file.add(name + ".json", () -> Json.pretty(daemon.get(name)));
    }
    for (String name : LISTS) {
      file.add(name + ".json", () -> Json.pretty(daemon.list(name)));
    }
    parts.commits();
    file.add("metrics.txt", () -> daemon.page("/metrics"));
    file.add("healthz.json", () -> daemon.page("/healthz"));
    file.add("readyz.json", () -> daemon.page("/readyz"));
  }

  private void commits() throws IOException {
    List<String> ids = new ArrayList<>();
    file.add(
        "commits.json",
        () -> {
          JsonValue list = daemon.list("commits");
          list.at("items").items().stream()
              .limit(WHOLE_COMMITS)
              .forEach(commit -> ids.add(Paths.encode(commit.at("id").text())));
          return Json.pretty(list);
        });
    for (String id : ids) {
      file.add("commits/" + id + ".json", () -> Json.pretty(daemon.get("commits/" + id)));
    }
  }
}
