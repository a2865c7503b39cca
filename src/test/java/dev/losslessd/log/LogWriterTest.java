package dev.losslessd.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.text.PrintableText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Bytes on standard error, for what peers send. */
class LogWriterTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final SetClock clock = new SetClock();
  private final LogWriter writer = new LogWriter(out, LineStyle.PLAIN, clock);
  private final Logger log = logger(writer, Map.of());

  @Test
  void aLineHasTimeLevelAndLogger() {
    log.info("losslessd {} is up", "1.0");

    assertThat(text()).isEqualTo("2026-01-02T03:04:05.000Z INFO  Daemon: losslessd 1.0 is up\n");
  }

  @Test
  void whatAPeerSentStaysOnOneLineAndCannotDriveATerminal() {
    log.warn("Host '{}'", "a\r\n<0>forged\u001b]0;title\u0007\u009b2J\u007f\u0085\u2028\u202e");

    assertThat(text())
        .endsWith(
            "WARN  Daemon: Host 'a\\x0d\\x0a<0>forged\\x1b]0;title\\x07\\x9b2J\\x7f\\x85"
                + "\\u2028\\u202e'\n");
  }

  @Test
  void aPatternThatSomebodyGluedTogetherIsNotTrusted() {
    log.warn("bad request \0\u001b[31m");
    repeat("bad request \0\u001b[31m", 10);
    clock.forward(Duration.ofMinutes(2));
    writer.tellRepeated();

    assertThat(text()).contains("not shown: bad request \\x00\\x1b[31m").doesNotContain("\u001b");
  }

  @Test
  void namesInOtherScriptsStayReadable() {
    log.info("leaf {}", "Zürich-東京-🚀");

    assertThat(text()).endsWith("leaf Zürich-東京-🚀\n");
  }

  @Test
  void loneSurrogatesAndTagsAreEscaped() {
    log.info("{}", "a\ud83db" + Character.toString(0xE0041));

    assertThat(text()).endsWith("a\\ud83db\\U000e0041\n");
  }

  @Test
  void noCodePointBecomesARawControlByte() {
    Random random = new Random(16);
    for (int round = 0; round < 20_000; round++) {
      String evil =
          random
              .ints(1 + random.nextInt(20), 0, 0x110000)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      clock.forward(Duration.ofMinutes(1));
      log.warn("from {}", evil, new IllegalStateException(evil, new RuntimeException(evil)));
    }

    assertThat(text().codePoints().filter(LogWriterTest::steers)).isEmpty();
  }

  @Test
  void everyControlCharacterIsEscaped() {
    for (int point = 0; point < 0x110000; point++) {
      if (steers(point) || point == '\n') {
        assertThat(PrintableText.of(Character.toString(point))).matches("\\\\[xuU][0-9a-f]{2,8}");
      }
    }
  }

  @Test
  void underTheJournalEachLineOfARecordHasItsPriority() {
    LogWriter journal = new LogWriter(out, LineStyle.JOURNAL, clock);
    RuntimeException bug = new IllegalStateException("says\n<0>I am the kernel");
    bug.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 7)});
    logger(journal, Map.of()).error("a task failed", bug);

    assertThat(text())
        .isEqualTo(
            """
            <3>Daemon: a task failed
            <3>  java.lang.IllegalStateException: says\\x0a<0>I am the kernel
            <3>    at a.B.c(B.java:7)
            """);
  }

  @Test
  void levelsAreThePrioritiesOfSdDaemon() {
    Logger all =
        logger(new LogWriter(out, LineStyle.JOURNAL, clock), Map.of("losslessd.log", "trace"));
    all.error("e");
    all.warn("w");
    all.info("i");
    all.debug("d");
    all.trace("t");

    assertThat(text())
        .isEqualTo("<3>Daemon: e\n<4>Daemon: w\n<6>Daemon: i\n<7>Daemon: d\n<7>Daemon: t\n");
  }

  @Test
  void equalRecordsAreWrittenFiveTimesAMinuteAndThenCounted() {
    repeat("wrong token", 40);
    assertThat(text().lines()).hasSize(LogWriter.EQUAL_PER_MINUTE);

    clock.forward(Duration.ofSeconds(60));
    log.info("something else");

    assertThat(text().lines().skip(5))
        .containsExactly(
            "2026-01-02T03:05:05.000Z WARN  Daemon: repeated 35 times, not shown: wrong token",
            "2026-01-02T03:05:05.000Z INFO  Daemon: something else");
    repeat("wrong token", 1);
    assertThat(text()).endsWith("WARN  Daemon: wrong token\n");
  }

  @Test
  void recordsThatDifferAreBoundedToo() {
    for (int peer = 0; peer < 10_000; peer++) {
      log.warn("Host '{}'", "peer" + peer);
    }
    log.error("another level has a share of its own");
    assertThat(text().lines()).hasSize(LogWriter.ALIKE_PER_MINUTE + 1);

    clock.forward(Duration.ofSeconds(60));
    writer.tellRepeated();

    assertThat(text()).endsWith("repeated 9700 times, not shown: records of all kinds\n");
  }

  @Test
  void nothingThatWasCountedIsLostAtTheEnd() {
    repeat("wrong token", 7);

    writer.tellAll();

    assertThat(text()).endsWith("repeated 2 times, not shown: wrong token\n");
  }

  @Test
  void aClockThatIsSetBackDoesNotSilenceTheLog() {
    repeat("wrong token", 9);
    clock.forward(Duration.ofDays(-1));
    repeat("wrong token", 1);

    assertThat(text().lines()).hasSize(7);
    assertThat(text()).endsWith("2026-01-01T03:04:05.000Z WARN  Daemon: wrong token\n");
  }

  @Test
  void memoryForKeysIsBoundedAndWhatIsForgottenIsTold() {
    RepeatLimit limit = new RepeatLimit(1, 4);
    limit.admits("often", 0);
    limit.admits("often", 0);
    for (int key = 0; key < 100; key++) {
      limit.admits("key" + key, 1);
    }

    assertThat(limit.keys()).isEqualTo(4);
    assertThat(limit.over(1)).containsExactly(new RepeatLimit.Repeated("often", 1));
  }

  @Test
  void aMegabyteFromAPeerIsCut() {
    log.warn("{}", "x".repeat(1 << 20));

    assertThat(text()).hasSizeLessThan(5000).endsWith("(1044480 more characters)\n");
  }

  private void repeat(String text, int times) {
    for (int time = 0; time < times; time++) {
      log.warn(text);
    }
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Logger logger(LogWriter writer, Map<String, String> properties) {
    return new LineLoggers(writer, properties::get).getLogger("dev.losslessd.app.Daemon");
  }

  /** C0 but for our own newline, DEL, C1, separators, and what changes the direction of text. */
  private static boolean steers(int point) {
    return (point < 0x20 && point != '\n')
        || (point >= 0x7f && point < 0xa0)
        || (point >= 0x2028 && point <= 0x202e)
        || (point >= 0x2066 && point <= 0x2069)
        || point == 0x200e
        || point == 0x200f
        || point == 0x061c;
  }

  private static final class SetClock extends Clock {
    private Instant now = START;

    void forward(Duration time) {
      now = now.plus(time);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
