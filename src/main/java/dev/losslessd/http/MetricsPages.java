package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
import dev.losslessd.metrics.PageRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pages of {@code /metrics}. A page is made whole by a thread of its own, one after another, and
 * never changes: all who ask for it within {@link #INTERVAL} share it, on whichever listener. A
 * client that reads slowly holds the page of its time; the memory of all pages is bounded.
 */
final class MetricsPages {
  /** So old a page may be, nanoseconds. */
  static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);

  /** So long a page is waited for: Prometheus gives up after ten seconds. */
  static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(8);

  /** So old it may be where slow readers hold the memory for another one. */
  static final long STALE = TimeUnit.SECONDS.toNanos(5);

  /** Different pages that may be in the making. */
  private static final int MOST_MAKING = 16;

  private static final long IDLE_SECONDS = 10;

  /**
   * @param request for a page
   * @param zipped whether as gzip
   */
  record Wanted(PageRequest request, boolean zipped) {}

  /** One page, from the moment somebody asked for it. */
  private static final class Page {
    final Wanted wanted;
    final long begun;
    final AnswerBuffer buffer;
    final CompletableFuture<Void> made = new CompletableFuture<>();
    final List<AnswerReader> readers = new ArrayList<>();

    Page(Wanted wanted, long begun, AnswerBuffer buffer) {
      this.wanted = wanted;
      this.begun = begun;
      this.buffer = buffer;
    }

    boolean isUnread() {
      return made.isDone() && readers.isEmpty();
    }
  }

  private final BiConsumer<PageRequest, OutputStream> write;
  private final long budget;
  private final int largest;
  private final HttpTime time;
  private final HttpCounts counts;
  private final Making making;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Wanted, Page> newest = new HashMap<>();

  /** All that take memory, the oldest first. */
  private final Set<Page> alive = new LinkedHashSet<>();

  /** A platform thread, so that a page that hangs holds nothing else up; it ends when idle. */
  private final Executor maker =
      new ThreadPoolExecutor(
          0,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofPlatform().daemon().name("pages").factory());

  /** Kept for the next page, so that an ordinary scrape makes no garbage. */
  private @Nullable AnswerBuffer spare;

  private volatile @Nullable String failure;

  MetricsPages(
      BiConsumer<PageRequest, OutputStream> write,
      HttpLimits limits,
      HttpTime time,
      HttpCounts counts) {
    this.write = write;
    this.largest = limits.largestAnswer();
    this.budget = (long) limits.largeAnswers() * largest;
    this.time = time;
    this.counts = counts;
    this.making = new Making(time, LONGEST_WAIT);
  }

  /**
   * Waits for the page, up to eight seconds.
   *
   * @return who writes it to its connection; to be closed
   * @throws ProblemException 503: pages take long, slow readers hold all memory, or it is too large
   */
  AnswerReader take(Wanted wanted, OpenConnection connection) {
    Page page;
    AnswerReader reader;
    lock.lock();
    try {
      page = page(wanted);
      reader = new AnswerReader(connection, page.buffer, time, one -> leave(page, one));
      page.readers.add(reader);
    } finally {
      lock.unlock();
    }
    try {
      page.made.get(LONGEST_WAIT, TimeUnit.NANOSECONDS);
      return reader;
    } catch (ExecutionException e) {
      reader.close();
      throw e.getCause() instanceof ProblemException known
          ? known
          : new IllegalStateException("the metrics page cannot be made", e.getCause());
    } catch (TimeoutException e) {
      reader.close();
      throw busy();
    } catch (InterruptedException e) {
      reader.close();
      Thread.currentThread().interrupt();
      throw busy();
    }
  }

  /** Why pages cannot be made now; empty where they can. */
  Optional<String> trouble() {
    return making
        .lasts()
        .map(seconds -> "/metrics has been in the making for " + seconds + " s")
        .or(() -> Optional.ofNullable(failure).map("/metrics cannot be made: "::concat));
  }

  private Page page(Wanted wanted) {
    long now = time.nanos().getAsLong();
    @Nullable Page last = newest.get(wanted);
    if (making.lasts().isPresent()) {
      throw busy();
    }
    if (last != null && (!last.made.isDone() || now - last.begun < INTERVAL)) {
      return last;
    }
    if (alive.stream().filter(one -> !one.made.isDone()).count() >= MOST_MAKING) {
      throw busy();
    }
    if (makeRoom(now)) {
      return begin(wanted, now);
    }
    if (last != null && alive.contains(last) && now - last.begun < STALE) {
      return last;
    }
    throw busy();
  }

  private Page begin(Wanted wanted, long now) {
    @Nullable AnswerBuffer kept = spare;
    spare = null;
    Page page = new Page(wanted, now, kept == null ? new AnswerBuffer(largest) : kept);
    alive.add(page);
    newest.put(wanted, page);
    CompletableFuture<Optional<Boolean>> whole =
        CompletableFuture.supplyAsync(() -> making.alone(() -> make(page)), maker);
    var _ = whole.whenComplete((_, e) -> made(page, e == null ? null : e.getCause()));
    return page;
  }

  private boolean make(Page page) {
    lock.lock();
    try {
      if (!makeRoom(time.nanos().getAsLong())) {
        throw busy();
      }
    } finally {
      lock.unlock();
    }
    if (!page.wanted.zipped()) {
      write.accept(page.wanted.request(), page.buffer);
      return true;
    }
    try (Zip zip = new Zip(page.buffer)) {
      write.accept(page.wanted.request(), zip);
      zip.finish();
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void made(Page page, @Nullable Throwable error) {
    lock.lock();
    try {
      if (error == null) {
        failure = null;
      } else {
        forget(page);
        failure = error instanceof ProblemException ? failure : error.toString();
      }
    } finally {
      lock.unlock();
    }
    if (error == null) {
      page.made.complete(null);
    } else {
      page.made.completeExceptionally(error);
    }
  }

  private void leave(Page page, AnswerReader reader) {
    lock.lock();
    try {
      page.readers.remove(reader);
      if (page.isUnread() && newest.get(page.wanted) != page) {
        release(page);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the largest page fits, if need be in the place of others. */
  private boolean makeRoom(long now) {
    List.copyOf(alive).stream()
        .filter(page -> page.isUnread() && now - page.begun >= INTERVAL)
        .forEach(this::release);
    while (taken() + largest > budget) {
      Optional<Page> unread = oldest(Page::isUnread);
      Optional<Page> given =
          unread
              .or(() -> oldest(page -> page.readers.stream().allMatch(one -> one.isStuck(now))))
              .or(() -> oldest(page -> isHeldByStrangers(page, now)));
      given.ifPresent(this::end);
      if (given.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHeldByStrangers(Page page, long now) {
    return now - page.begun >= STALE && page.readers.stream().noneMatch(AnswerReader::isQuick);
  }

  /** What one page is in the making takes is unknown yet: the largest has room beside this. */
  private long taken() {
    return alive.stream()
        .filter(page -> page.made.isDone())
        .mapToLong(page -> page.buffer.size())
        .sum();
  }

  private Optional<Page> oldest(Predicate<Page> which) {
    return alive.stream().filter(page -> page.made.isDone()).filter(which).findFirst();
  }

  private void end(Page page) {
    if (page.isUnread()) {
      release(page);
      return;
    }
    forget(page); // its buffer is still being written from, so it is not used again
    page.readers.forEach(reader -> {
      counts.cut(Cut.SLOW_READER);
      reader.cut();
    });
  }

  private void release(Page page) {
    if (alive.contains(page)) {
      forget(page);
      page.buffer.clear();
      spare = page.buffer;
    }
  }

  private void forget(Page page) {
    alive.remove(page);
    newest.remove(page.wanted, page);
  }

  private ProblemException busy() {
    counts.busy();
    return ProblemException.busy("pages of metrics");
  }
}
