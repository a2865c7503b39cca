package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hundred mixed requests a second beside fifty clients that follow events, some of whom read a
 * byte a second or nothing, against the daemon with the options of the JVM that are shipped. {@code
 * -Dload.seconds=60} for the long form: {@code bin/test --long load}.
 */
@SystemGroup
class RestLoadTest {
  private static final int SECONDS = Integer.getInteger("load.seconds", 5);

  /** From so many seconds on, time is judged too: the short form runs beside other tests. */
  private static final int CAMPAIGN = 60;

  private static final int PER_SECOND = 200;
  private static final int QUICK = 40;
  private static final int SLOW = 5;
  private static final int HALF_OPEN = 5;

  /** MemoryHigh of the unit, in KiB. */
  private static final long MOST_KIB = 192 * 1024;

  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final Pattern USED =
      Pattern.compile("(?:new generation|Tenured|tenured generation|DefNew)[^\\n]*? used (\\d+)K");
  private static final Pattern UNEXPECTED =
      Pattern.compile("(?m)^losslessd_unexpected_errors_total (\\S+)");

  @TempDir private Path folder;

  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void everyRequestIsAnsweredAndEveryEventDeliveredOrToldAsLost() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.Typed set =
          fixture.type(
              "set",
              "gpu01:ens1f0np0",
              "pfc",
              "3",
              "--while-busy",
              "--waive=one-end=lab",
              "--confirm",
              "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      RestLoad warm = new RestLoad(fixture);
      warm.run(PER_SECOND / 4, Duration.ofSeconds(2));
      String before = memory(fixture);
      RestLoad load = new RestLoad(fixture);
      try (EventFollowers followers = new EventFollowers(fixture.port())) {
        followers.quick(QUICK);
        followers.slow(SLOW);
        followers.halfOpen(HALF_OPEN);
        DaemonFixture.await(
            () -> followers.connected() == QUICK + SLOW + HALF_OPEN, "not all are connected");

        load.run(PER_SECOND, Duration.ofSeconds(SECONDS));

        System.out.println(
            SECONDS
                + " s of "
                + load.sent() / SECONDS
                + " requests a second, load average "
                + Files.readString(Path.of("/proc/loadavg")).strip()
                + "\n"
                + load.table()
                + "not as they should be: "
                + load.failures()
                + "\n"
                + followers.summary()
                + "\nbefore: "
                + before
                + "\nafter:  "
                + memory(fixture));
        assertThat(load.failures()).isEmpty();
        assertThat(followers.delivered()).isGreaterThan(QUICK * (long) SECONDS);
        assertThat(followers.gaps()).as("missed, and not told").isZero();
        assertThat(followers.endedEarly("quick")).isZero();
      }
      Matcher unexpected = UNEXPECTED.matcher(fixture.get("/metrics").body());
      assertThat(unexpected.find()).isTrue();
      assertThat(Double.parseDouble(unexpected.group(1))).isZero();
      assertThat(kib(fixture, PEAK)).isLessThan(MOST_KIB);
      if (SECONDS >= CAMPAIGN) {
        assertThat(load.p99()).isLessThan(Duration.ofSeconds(1));
      }
    }
  }

  /** Resident memory, and what the heap holds after a collection. */
  private static String memory(DaemonFixture fixture) throws IOException, InterruptedException {
    jcmd(fixture, "GC.run");
    long used =
        USED.matcher(jcmd(fixture, "GC.heap_info"))
            .results()
            .mapToLong(one -> Long.parseLong(one.group(1)))
            .sum();
    return "RSS "
        + kib(fixture, RESIDENT) / 1024
        + " MiB, at most "
        + kib(fixture, PEAK) / 1024
        + " MiB, heap "
        + used
        + " KiB after a collection";
  }

  private static long kib(DaemonFixture fixture, Pattern line) throws IOException {
    Path status = Path.of("/proc/" + fixture.daemon().pid() + "/status");
    Matcher matcher = line.matcher(Files.readString(status));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  private static String jcmd(DaemonFixture fixture, String what)
      throws IOException, InterruptedException {
    Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
    Process process =
        new ProcessBuilder(
                java.resolveSibling("jcmd").toString(),
                String.valueOf(fixture.daemon().pid()),
                what)
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
