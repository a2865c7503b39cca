package dev.losslessd.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "events",
    description = {
      "What happened: findings, commits, drift, links, contracts.",
      "The daemon keeps the last 1024 events, until it is restarted.",
      "With -o json, one object on each line."
    })
final class EventsVerb extends RemoteVerb {
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Shown before those that are followed, so that a person sees where they begin. */
  private static final int BEFORE = 10;

  @Option(
      names = "--follow",
      description =
          "Show the last ten, then each as it comes, until Ctrl-C. Goes on where it was after the"
              + " daemon was away, and says what was lost.")
  private boolean follow;

  @Option(
      names = "--kind",
      split = ",",
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description =
          "Only of this kind: finding, commit, drift, contract, link, address, freeze,"
              + " maintenance, device, access; several with commas between.")
  private final List<String> kinds = new ArrayList<>();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "Only of devices with this name: leaf1, or 'leaf*'.")
  private String device = "";

  /** Kinds of events, for the help and for completion. */
  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Kinds() {
      super(
          List.of(
              "finding commit drift contract link address freeze maintenance device access"
                  .split(" ")));
    }
  }

  @Override
  int ask(Session session) {
    List<JsonValue> kept = new ArrayList<>();
    String newest = kept(session, kept);
    EventView view = new EventView(session.screen());
    int from = follow ? Math.max(0, kept.size() - BEFORE) : 0;
    kept.subList(from, kept.size()).forEach(view::event);
    if (!follow) {
      if (kept.isEmpty()) {
        session.screen().line("Nothing has happened since the daemon was started.");
      }
      return ExitCode.OK;
    }
    try (EndOnSignal _ = EndOnSignal.with(session.screen().out())) {
      follow(session, view, newest);
    }
    return ExitCode.OK;
  }

  /** Reads all pages; returns the id of the last event, of any kind. */
  private String kept(Session session, List<JsonValue> into) {
    JsonValue page = session.daemon().get(path(Map.of("limit", List.of("1000"))));
    into.addAll(page.at("items").items());
    while (!page.at("next").isNothing()) {
      String after = page.at("next").text();
      page = session.daemon().get(path(Map.of("limit", List.of("1000"), "after", List.of(after))));
      into.addAll(page.at("items").items());
    }
    return page.at("newest").text();
  }

  private String path(Map<String, List<String>> more) {
    Map<String, List<String>> query = new TreeMap<>(more);
    if (!kinds.isEmpty()) {
      query.put("kind", kinds);
    }
    if (!device.isEmpty()) {
      query.put("device", List.of(device));
    }
    return "events" + Paths.repeated(query);
  }

  /** Ends when nobody reads what is printed, or when the wait for the daemon is interrupted. */
  private void follow(Session session, EventView view, String newest) {
    EventLines lines = new EventLines(newest, view::streamed);
    boolean away = false;
    while (!session.screen().out().checkError()) {
      try {
        session.daemon().follow(path(Map.of()), lines.last(), lines);
        away = false; // it ended in order: the daemon has its clients ask again now and then
      } catch (CliException e) {
        if (!away && e.exitCode() == ExitCode.NO_PERMISSION) {
          throw e;
        }
        away = away(session, away, e.getMessage());
      } catch (ProblemException e) {
        if (e.problem().status() < 500) {
          throw e;
        }
        away = away(session, away, e.problem().title());
      }
      try {
        session.environment().pause().pause(AGAIN);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static boolean away(Session session, boolean known, String why) {
    if (!known) {
      session.screen().err().println("losslessd events: " + Shown.text(why) + "; trying again");
    }
    return true;
  }
}
