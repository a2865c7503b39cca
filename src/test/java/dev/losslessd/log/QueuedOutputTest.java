package dev.losslessd.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a log without a reader blocks no writer. */
@Timeout(60)
class QueuedOutputTest {
  private static final Pattern LOST =
      Pattern.compile("<4>LogWriter: (\\d+) records were lost: nobody read the log\n");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Takes nothing until it is opened, as a pipe that is full. */
  private static final class Full extends OutputStream {
    final CountDownLatch open = new CountDownLatch(1);
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    @Override
    public void write(int one) {
      taken.write(one);
    }

    @Override
    public void write(byte[] text, int from, int length) throws IOException {
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      taken.write(text, from, length);
    }

    String text() {
      return taken.toString(StandardCharsets.UTF_8);
    }
  }

  private static void say(QueuedOutput queue, String line) throws IOException {
    queue.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void linesComeInTheirOrder() throws IOException {
    Full out = new Full();
    out.open.countDown();
    QueuedOutput queue =
        new QueuedOutput(out, LineStyle.JOURNAL, Clock.systemUTC(), System::nanoTime);
    StringBuilder all = new StringBuilder();
    for (int n = 0; n < 1000; n++) {
      say(queue, "line " + n);
      all.append("line ").append(n).append('\n');
    }
    queue.drain(PATIENCE);

    assertThat(out.text()).isEqualTo(all.toString());
  }

  @Test
  void aStreamThatTakesNothingHoldsUpNobodyAndWhatIsLostIsTold() throws IOException {
    Full out = new Full();
    QueuedOutput queue =
        new QueuedOutput(out, LineStyle.JOURNAL, Clock.systemUTC(), System::nanoTime);
    String line = "x".repeat(999);
    int kept = QueuedOutput.MOST_BYTES / 1000;
    for (int n = 0; n < 3 * kept; n++) {
      say(queue, line);
    }
    queue.drain(Duration.ofMillis(1));
    assertThat(out.text()).isEmpty();

    out.open.countDown();
    queue.drain(PATIENCE);
    say(queue, "after");
    queue.drain(PATIENCE);

    List<String> lines = out.text().lines().toList();
    long whole = lines.stream().filter(line::equals).count();
    Matcher told = LOST.matcher(out.text());
    long lost = told.results().mapToLong(one -> Long.parseLong(one.group(1))).sum();
    assertThat(whole).isBetween((long) kept - 1, kept + 2L);
    assertThat(whole + lost).isEqualTo(3L * kept);
    assertThat(lines).last().isEqualTo("after");
  }

  /** A pipe without a reader, until there is one. */
  private static final class Closed extends OutputStream {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    volatile boolean open;

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] text, int from, int length) throws IOException {
      if (!open) {
        throw new IOException("Broken pipe");
      }
      taken.write(text, from, length);
    }
  }

  @Test
  void whatAClosedStreamRefusesIsCountedOnceAndTold() throws IOException {
    Closed out = new Closed();
    QueuedOutput queue =
        new QueuedOutput(out, LineStyle.JOURNAL, Clock.systemUTC(), System::nanoTime);
    for (int n = 0; n < 3; n++) {
      say(queue, "line " + n);
      queue.drain(PATIENCE);
    }
    assertThat(queue.lost()).isEqualTo(3);
    assertThat(queue.untold()).isEqualTo(3);

    out.open = true;
    say(queue, "after");
    queue.drain(PATIENCE);
    assertThat(queue.lost()).isEqualTo(3);
    assertThat(queue.untold()).isZero();
    assertThat(out.taken.toString(StandardCharsets.UTF_8))
        .isEqualTo("<4>LogWriter: 3 records were lost: nobody read the log\nafter\n");
  }
}
