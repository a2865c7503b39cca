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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that nobody reads holds up nobody who logs. */
@Timeout(60)
class QueuedOutputTest {
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

    List<String> told = out.text().lines().toList();
    long whole = told.stream().filter(line::equals).count();
    assertThat(whole).isBetween((long) kept, kept + 2L);
    assertThat(told.subList(told.size() - 2, told.size()))
        .containsExactly(
            "<4>LogWriter: " + (3L * kept - whole) + " records were lost: nobody read the log",
            "after");
  }
}
