package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of {@code --watch}, which ends by an interrupt, as there is no Ctrl-C in a test. */
class WatchTest extends OnCannedDaemon {
  private static final String STATUS = "GET /api/v1/status";

  @Test
  void onAPipeOneBlockFollowsTheOther() {
    daemon
        .on(STATUS, 200, Canned.STATUS.formatted(""))
        .on(STATUS, 200, Canned.STATUS.formatted("").replace("\"revision\":11", "\"revision\":12"));

    Rig.Ran ran = cli.interruptedAfter(2).run("status", "--watch=5");

    assertThat(ran.out()).contains("revision  11", "No commit is open.\n\nhost", "revision  12");
    assertThat(ran.out()).doesNotContain("\u001b");
    assertThat(cli.pauses).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5));
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void onATerminalItIsDrawnOverAndFitsTheHeight() {
    daemon.on(STATUS, 200, Canned.STATUS.formatted(""));

    Rig.Ran ran = cli.terminal("", 80, 6).interruptedAfter(2).run("status", "--watch");

    assertThat(ran.out()).startsWith("\u001b[2J\u001b[H").contains("and 6 more lines\u001b[K");
    assertThat(ran.out().split("\u001b\\[H", -1)).hasSize(3);
    assertThat(cli.pauses).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
  }

  @Test
  void aDaemonThatRestartsIsWaitedFor() throws Exception {
    daemon
        .on(STATUS, 200, Canned.STATUS.formatted(""))
        .on(STATUS, 503, Canned.problem("busy", "The daemon is busy", "", ""))
        .on(STATUS, 200, Canned.STATUS.formatted(""));

    Rig.Ran ran = cli.interruptedAfter(3).run("status", "--watch");

    assertThat(ran.out()).contains("The daemon is busy");
    assertThat(ran.out().split("host      node7", -1)).hasSize(3);
  }

  @Test
  void countersThatAreWatchedHaveRatesFromTheSecondLookOn() {
    daemon
        .on("GET /api/v1/counters", 200, counters("10:00:00Z", 1000))
        .on("GET /api/v1/counters", 200, counters("10:00:02Z", 4000));

    String out = cli.interruptedAfter(2).run("counters", "--watch").out();

    assertThat(out.indexOf("PER SECOND")).isGreaterThan(out.indexOf("1000"));
    assertThat(out).contains("1500.0");
  }

  static String counters(String time, long value) {
    return Canned.items(
        """
        {"port":"node7:ens3f0np0","at":"2031-05-06T%s","values":[
         {"name":"np_cnp_sent","source":"hw_counters","metric":"roce_cnp_sent_total","raw":%d},
         {"name":"out_of_buffer","source":"hw_counters","metric":"x","raw":0},
         {"name":"rx_discards","source":"ethtool","metric":"y","missing":"not-exposed"}]}\
        """
            .formatted(time, value));
  }
}
