package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.metrics.Group;
import dev.losslessd.metrics.PageFormat;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.metrics.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages that are made once and read by many. */
@Timeout(60)
class MetricsPagesTest {
  private static final int LARGEST = 1 << 18;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final HttpLimits LIMITS =
      new HttpLimits(16, SECOND, SECOND, SECOND, SECOND, 1024, 1024, 2, LARGEST);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger made = new AtomicInteger();
  private final HttpCounts counts = new HttpCounts();
  private final CountDownLatch go = new CountDownLatch(1);
  private String text = "page ";

  @Test
  void sixteenScrapersShareOnePage() throws Exception {
    MetricsPages pages = pages();
    List<Callable<String>> scrapers =
        Collections.nCopies(16, () -> read(pages, wanted(PageFormat.PROMETHEUS, false)));

    List<String> read = inThreads(scrapers);

    assertThat(read).hasSize(16).containsOnly("page 1");
    assertThat(made).hasValue(1);
    nanos.addAndGet(MetricsPages.INTERVAL);
    assertThat(read(pages, wanted(PageFormat.PROMETHEUS, false))).isEqualTo("page 2");
  }

  @Test
  void sixteenScrapersThatWantDifferentPagesAllGetTheirs() throws Exception {
    MetricsPages pages = pages();
    List<Callable<String>> scrapers = new ArrayList<>();
    for (PageFormat format : PageFormat.values()) {
      for (Profile profile : Profile.values()) {
        PageRequest request = new PageRequest(format, profile, Group.ALL);
        scrapers.add(() -> read(pages, new MetricsPages.Wanted(request, false)));
      }
    }

    assertThat(inThreads(scrapers.subList(0, 16))).hasSize(16).doesNotHaveDuplicates();
    assertThat(counts.of(HttpCounts.Event.BUSY)).isZero();
  }

  @Test
  void aPageThatHangsIsRefusedAtOnceAndTold() throws Exception {
    text = "HANGS ";
    MetricsPages pages = pages();
    try (ExecutorService first = Executors.newSingleThreadExecutor()) {
      Future<String> slow = first.submit(() -> read(pages, wanted(PageFormat.PROMETHEUS, false)));
      while (made.get() == 0) {
        Thread.onSpinWait();
      }
      nanos.addAndGet(MetricsPages.LONGEST_WAIT);

      assertThatThrownBy(() -> read(pages, wanted(PageFormat.OPENMETRICS, false)))
          .isInstanceOf(ProblemException.class);
      assertThat(pages.trouble()).contains("/metrics has been in the making for 8 s");

      go.countDown();
      assertThat(slow.get()).isEqualTo("HANGS 1");
      assertThat(pages.trouble()).isEmpty();
    }
  }

  @Test
  void aPageThatCannotBeMadeIsToldUntilOneIs() {
    text = "BROKEN";
    MetricsPages pages = pages();
    assertThatThrownBy(() -> read(pages, wanted(PageFormat.PROMETHEUS, false)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(pages.trouble()).hasValueSatisfying(why -> assertThat(why).contains("by the test"));

    text = "page ";

    assertThat(read(pages, wanted(PageFormat.PROMETHEUS, false))).isEqualTo("page 2");
    assertThat(pages.trouble()).isEmpty();
  }

  @Test
  void readersWhoHoldOldPagesGiveWayOnceTheyAreStuck() {
    text = "x".repeat(LARGEST - 10);
    MetricsPages pages = pages();
    AnswerReader stuck = pages.take(wanted(PageFormat.PROMETHEUS, false), stranger());
    AnswerReader reads = pages.take(wanted(PageFormat.OPENMETRICS, false), stranger());
    blocked(stuck);
    nanos.addAndGet(MetricsPages.INTERVAL);

    AnswerReader next = pages.take(wanted(PageFormat.PROMETHEUS, false), stranger());

    assertThat(counts.cuts(HttpCounts.Cut.SLOW_READER)).isEqualTo(1);
    stuck.close();
    assertThat(written(next)).endsWith("3");
    assertThat(written(reads)).endsWith("2");
  }

  @Test
  void wherePagesHoldAllMemoryTheLastIsServedALittleLonger() {
    text = "x".repeat(LARGEST - 10);
    MetricsPages pages = pages();
    try (AnswerReader one = pages.take(wanted(PageFormat.PROMETHEUS, false), stranger());
        AnswerReader _ = pages.take(wanted(PageFormat.OPENMETRICS, false), stranger())) {
      nanos.addAndGet(MetricsPages.INTERVAL);

      assertThat(read(pages, wanted(PageFormat.PROMETHEUS, false)).equals(written(one))).isTrue();
      assertThatThrownBy(() -> read(pages, wanted(PageFormat.PROTOBUF, false)))
          .isInstanceOf(ProblemException.class);
      assertThat(made).hasValue(2);
    }
  }

  private MetricsPages pages() {
    return new MetricsPages(this::write, LIMITS, new HttpTime(nanos::get, _ -> {}), counts);
  }

  private void write(PageRequest request, OutputStream out) {
    int number = made.incrementAndGet();
    if (text.equals("BROKEN")) {
      throw new IllegalStateException("broken by the test");
    }
    try {
      if (text.startsWith("HANGS")) {
        go.await();
      }
      out.write((text + number).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static MetricsPages.Wanted wanted(PageFormat format, boolean zipped) {
    return new MetricsPages.Wanted(PageRequest.of(format), zipped);
  }

  private static OpenConnection stranger() {
    return new OpenConnection(new ByteArrayEndPoint(), 0, OpenConnection.NEVER);
  }

  private static String read(MetricsPages pages, MetricsPages.Wanted wanted) {
    try (AnswerReader reader = pages.take(wanted, stranger())) {
      return written(reader);
    }
  }

  private static String written(AnswerReader reader) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      reader.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.US_ASCII);
  }

  /** Begins to write, to a client that takes nothing. */
  private static void blocked(AnswerReader reader) {
    assertThatThrownBy(() ->
            reader.writeTo(
                new OutputStream() {
                  @Override
                  public void write(int one) throws IOException {
                    throw new IOException("it takes nothing");
                  }
                }))
        .isInstanceOf(IOException.class);
  }

  private static List<String> inThreads(List<Callable<String>> all) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
      List<String> read = new ArrayList<>();
      for (Future<String> one : threads.invokeAll(all)) {
        read.add(one.get());
      }
      return read;
    }
  }
}
