package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What happened, once or as it happens. A test ends it by an interrupt in place of Ctrl-C. */
class EventsVerbTest extends OnCannedDaemon {
  private static final String PAGE = "GET /api/v1/events?limit=1000";
  private static final String STREAM = "GET /api/v1/events";
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void eachKeptEventIsALineOldestFirstAndAllPagesAreRead() {
    daemon
        .on(PAGE, 200, page("\"next\":\"b1-2\",", 1, 2))
        .on("GET /api/v1/events?after=b1-2&limit=1000", 200, page("", 3));

    Rig.Ran ran = cli.run("events");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            2031-05-06 10:00:01Z  link         down              leaf1:e1  the port is down (1)
            2031-05-06 10:00:02Z  link         down              leaf1:e1  the port is down (2)
            2031-05-06 10:00:03Z  link         down              leaf1:e1  the port is down (3)
            """);
  }

  @Test
  void forScriptsEachIsAnObjectOnItsOwnLine() {
    daemon.on(PAGE, 200, page("", 1, 2));

    assertThat(cli.run("events", "-o", "json").out()).isEqualTo(event(1) + "\n" + event(2) + "\n");
    assertThat(cli.run("events", "-o", "yaml").out())
        .isEqualTo("- " + event(1) + "\n- " + event(2) + "\n");
  }

  @Test
  void nothingIsSaidInWordsToPeopleAlone() {
    daemon.on(PAGE, 200, page(""));

    assertThat(cli.run("events").out())
        .isEqualTo("Nothing has happened since the daemon was started.\n");
    assertThat(cli.run("events", "-o", "json").out()).isEmpty();
  }

  @Test
  void filtersAreTheDaemons() {
    String query = "device=leaf*&kind=link&kind=drift";
    daemon
        .on("GET /api/v1/events?device=leaf*&kind=link&kind=drift&limit=1000", 200, page(""))
        .on(STREAM + "?" + query, 200, frame(1));

    cli.interruptedAfter(1).run("events", "--follow", "--kind", "link,drift", "--device", "leaf*");

    assertThat(daemon.lines()).hasSize(2).last().isEqualTo(STREAM + "?" + query);
  }

  @Test
  void followingShowsTheLastTenAndThenWhatComes() {
    daemon
        .on(PAGE, 200, page("", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
        .on(STREAM, 200, "retry: 2000\nid: b1-12\n\n" + frame(13) + ": nothing new\nid: b1-15\n\n");

    Rig.Ran ran = cli.interruptedAfter(2).run("events", "--follow", "-o", "json");

    assertThat(ran.out().lines().limit(11))
        .containsExactly(
            event(3), event(4), event(5), event(6), event(7), event(8), event(9), event(10),
            event(11), event(12), event(13));
    assertThat(daemon.got().get(1).lastEventId()).isEqualTo("b1-12");
    assertThat(daemon.got().get(2).lastEventId()).as("a heartbeat counts").isEqualTo("b1-15");
    assertThat(cli.pauses).containsExactly(SECOND, SECOND);
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void aDaemonThatWasAwayIsWaitedForAndWhatWasLostIsSaid() {
    String lost = "{\"reason\":\"restart\",\"message\":\"b1-1 is not of this run\"}";
    daemon
        .on(PAGE, 200, page("", 1))
        .on(STREAM, 503, Canned.problem("busy", "The daemon is busy", "", ""))
        .on(STREAM, 503, Canned.problem("busy", "The daemon is busy", "", ""))
        .on(STREAM, 200, "id: c2-0\nevent: lost\ndata: " + lost + "\n\n" + frame(2));

    Rig.Ran ran = cli.interruptedAfter(3).run("events", "--follow");

    assertThat(ran.err()).isEqualTo("losslessd events: The daemon is busy; trying again\n");
    assertThat(ran.out().lines())
        .containsExactly(
            "2031-05-06 10:00:01Z  link         down              leaf1:e1  the port is down (1)",
            "-- events were lost: b1-1 is not of this run",
            "2031-05-06 10:00:02Z  link         down              leaf1:e1  the port is down (2)");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void aStreamThatBreaksOffInTheMiddleOfAnEventGoesOnBeforeIt() {
    daemon
        .on(PAGE, 200, page("", 1))
        .on(STREAM, 200, frame(2) + "id: b1-3\nevent: link\ndata: " + event(3))
        .on(STREAM, 200, frame(3));

    Rig.Ran ran = cli.interruptedAfter(2).run("events", "--follow", "-o", "json");

    assertThat(ran.out().lines()).containsExactly(event(1), event(2), event(3));
    assertThat(daemon.last().lastEventId()).isEqualTo("b1-2");
  }

  @Test
  void whatIsWrongWithTheQuestionIsNotTriedAgain() {
    daemon.on(PAGE, 200, page("", 1)).on(STREAM, 400, Canned.problem("x", "Wrong", "", ""));

    Rig.Ran ran = cli.run("events", "--follow");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.pauses).isEmpty();
  }

  @Test
  void withoutADaemonItEndsAtOnce() throws Exception {
    daemon.stop();

    Rig.Ran ran = cli.run("events", "--follow");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.NO_DAEMON);
    assertThat(cli.pauses).isEmpty();
  }

  private static String page(String more, int... numbers) {
    StringBuilder items = new StringBuilder();
    for (int number : numbers) {
      items.append(items.isEmpty() ? "" : ",").append(event(number));
    }
    String newest = numbers.length == 0 ? "b1-0" : "b1-" + numbers[numbers.length - 1];
    return "{\"newest\":\"" + newest + "\"," + more + "\"items\":[" + items + "]}";
  }

  private static String frame(int number) {
    return "id: b1-" + number + "\nevent: link\ndata: " + event(number) + "\n\n";
  }

  private static String event(int number) {
    return "{\"id\":\"b1-%d\",\"at\":\"2031-05-06T10:00:%02dZ\",\"kind\":\"link\",\"change\":\"down\","
            .formatted(number, number)
        + "\"subject\":\"leaf1:e1\",\"message\":\"the port is down (%d)\"}".formatted(number);
  }
}
