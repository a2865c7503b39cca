package dev.losslessd.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Datagrams for journald, read back by the rules of its protocol. */
class JournalFormatTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Logger log = logger();

  @Test
  void aRecordIsAnEntryWithLevelLoggerAndWhatItIsAbout() {
    log.warn("{} does not answer: {}", 7, "no route\nPRIORITY=0");

    assertThat(fields(out.toByteArray()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "PRIORITY", "4",
                "SYSLOG_IDENTIFIER", "losslessd",
                "LOGGER", "dev.losslessd.app.Daemon",
                "NUMBER", "7",
                "MESSAGE", "Daemon: 7 does not answer: no route\\x0aPRIORITY=0"));
  }

  @Test
  void anExceptionIsPartOfItsEntry() {
    RuntimeException bug = new IllegalStateException("says\nMESSAGE=forged");
    bug.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 7)});

    log.error("a task failed", bug);

    assertThat(fields(out.toByteArray()))
        .containsEntry("PRIORITY", "3")
        .containsEntry(
            "MESSAGE",
            """
            Daemon: a task failed
              java.lang.IllegalStateException: says\\x0aMESSAGE=forged
                at a.B.c(B.java:7)\
            """);
  }

  @Test
  void theLongestRecordFitsADatagram() {
    Throwable bug = new IllegalStateException("\u20ac".repeat(9000));
    for (int n = 0; n < 60; n++) {
      bug = new IllegalStateException("\u20ac".repeat(9000), bug);
    }

    log.error("\u20ac".repeat(9000), bug);

    assertThat(out.size()).isBetween(JournalFormat.LARGEST / 2, JournalFormat.LARGEST);
    assertThat(fields(out.toByteArray()).get("MESSAGE")).matches("(?s).* \\d+ more lines");
  }

  private Logger logger() {
    Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    LogWriter writer = new LogWriter(out, LineStyle.JOURNAL, clock);
    writer.use(
        new JournalFormat(),
        argument ->
            argument instanceof Integer number ? Map.of("NUMBER", number.toString()) : Map.of(),
        () -> {});
    return new LineLoggers(writer, _ -> null).getLogger("dev.losslessd.app.Daemon");
  }

  /** {@code NAME=text\n}, or {@code NAME\n}, 64 bits of length, the text and {@code \n}. */
  private static Map<String, String> fields(byte[] entry) {
    Map<String, String> fields = new TreeMap<>();
    ByteBuffer in = ByteBuffer.wrap(entry).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      String line = line(in);
      int equals = line.indexOf('=');
      if (equals >= 0) {
        assertThat(fields.put(line.substring(0, equals), line.substring(equals + 1))).isNull();
      } else {
        byte[] text = new byte[Math.toIntExact(in.getLong())];
        in.get(text);
        assertThat(in.get()).isEqualTo((byte) '\n');
        assertThat(fields.put(line, new String(text, UTF_8))).isNull();
      }
    }
    return fields;
  }

  private static String line(ByteBuffer in) {
    List<Byte> bytes = new ArrayList<>();
    for (byte next = in.get(); next != '\n'; next = in.get()) {
      bytes.add(next);
    }
    byte[] text = new byte[bytes.size()];
    for (int n = 0; n < text.length; n++) {
      text[n] = bytes.get(n);
    }
    return new String(text, UTF_8);
  }
}
