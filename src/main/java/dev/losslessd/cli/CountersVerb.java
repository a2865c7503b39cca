package dev.losslessd.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "counters",
    description = {
      "The latest counters of all ports, or of one.",
      "The device's own names beside those of the Prometheus page, or why one is not there."
    })
final class CountersVerb extends WatchedVerb {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Polls are seconds apart; a port that is not read in this time has no rate. */
  private static final int MOST_LOOKS = 60;

  @Parameters(index = "0", arity = "0..1", paramLabel = "PORT", description = "device:port.")
  private String port = "";

  @Option(
      names = "--all",
      description = "Of a NIC port every counter that it serves, read now; needs PORT.")
  private boolean all;

  @Option(
      names = "--nonzero",
      description =
          "Only counters that are not 0, and how fast each grows: waits for the next poll.")
  private boolean nonzero;

  private JsonValue before = JsonValue.NOTHING;

  @Override
  int ask(Session session) {
    if (all && port.isEmpty()) {
      throw CliException.usage("--all reads a NIC anew: name one port, like gpu01:ens1f0np0");
    }
    Map<String, String> query = new TreeMap<>();
    if (!port.isEmpty()) {
      query.put("port", Paths.port(port).toString());
    }
    if (all) {
      query.put("all", "true");
    }
    String path = "counters" + Paths.query(query);
    JsonValue now = session.daemon().list(path);
    if (nonzero || isWatched()) {
      now = withRates(session, path, now);
    }
    session.screen().document(now);
    CounterView.print(session.screen(), now.at("items").items());
    return ExitCode.OK;
  }

  /** Compares with the look before; where there was none, with one after the next poll. */
  private JsonValue withRates(Session session, String path, JsonValue latest) {
    JsonValue now = latest;
    if (before.isNothing() && nonzero && !isWatched()) {
      before = latest;
      now = next(session, path);
    }
    JsonValue rated = JsonValue.of(now.copy().with("items", CounterRates.of(before, now, nonzero)));
    before = now;
    return rated;
  }

  private JsonValue next(Session session, String path) {
    CommitFlow flow = new CommitFlow(session);
    Instant since = session.daemon().progress().now();
    for (int look = 1; ; look++) {
      flow.pause(STEP);
      session.daemon().progress().show("waiting for the next poll", since);
      JsonValue now = session.daemon().list(path);
      if (CounterRates.allNewer(before, now) || look == MOST_LOOKS) {
        session.daemon().progress().clear();
        return now;
      }
    }
  }
}
