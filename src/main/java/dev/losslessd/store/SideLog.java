package dev.losslessd.store;

import dev.losslessd.store.AuditEvent.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Events of the audit that are no entries of the journal: refused requests, tokens, lock-outs,
 * reloads. {@code events.jsonl} and the file before it, both bounded. It is written by a thread of
 * its own and synced every few seconds, so that no commit ever waits for it; what it cannot take is
 * counted, and the count is written as soon as there is room.
 *
 * <p>Under a flood, equal ones of one source become one line with their number.
 */
public final class SideLog implements AutoCloseable {
  private static final int QUEUE = 1024;

  /** So many equal ones are written one by one within a window; the rest is one line. */
  private static final int EACH = 8;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  /** Sources that are told apart within a window. */
  private static final int SOURCES = 64;

  private static final AuditActor DAEMON = AuditActor.of(AuditEvent.DAEMON);

  private final Path file;
  private final Sync sync;
  private final long full;
  private final InstantSource clock;
  private final Undisturbed disk = new Undisturbed("side-log");
  private final ArrayBlockingQueue<AuditEvent> queue = new ArrayBlockingQueue<>(QUEUE);
  private final AtomicBoolean awake = new AtomicBoolean();
  private final AtomicLong lost = new AtomicLong();
  private volatile Untold untold = Untold.NOTHING;

  // of the disk's thread
  private final Map<String, Window> windows = new LinkedHashMap<>();
  private @Nullable FileChannel channel;
  private long dropped;
  private boolean unsynced;

  /**
   * Lost events that the log does not mention yet.
   *
   * @param why the last of them was lost
   */
  public record Untold(long events, String why) {
    static final Untold NOTHING = new Untold(0, "");
  }

  private static final class Window {
    private final Instant since;
    private int written;
    private long more;
    private @Nullable AuditEvent last;

    Window(Instant since) {
      this.since = since;
    }

    boolean isOver(Instant now) {
      return !now.isBefore(since.plus(WINDOW));
    }
  }

  /**
   * @param full bytes of each of its two files
   */
  public SideLog(Path file, Sync sync, long full, InstantSource clock) {
    this.file = file;
    this.sync = sync;
    this.full = full;
    this.clock = clock;
  }

  /** The file before the one that is written. */
  static Path old(Path file) {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  /** Has an event written soon; never waits, and never fails. */
  public void add(AuditEvent event) {
    if (!queue.offer(event)) {
      lost.incrementAndGet();
    }
    if (awake.compareAndSet(false, true)) {
      disk.begin(this::drain);
    }
  }

  /** To be called every few seconds: ends windows, syncs, and says how much was lost. */
  public void tick() {
    disk.begin(() -> {
      drain();
      endWindows(false);
      tellLost();
      force();
    });
  }

  /** Events that could not be written since the start. */
  public long lost() {
    return lost.get();
  }

  /** Lost events that the log does not mention yet, for lack of room. */
  public Untold untold() {
    return untold;
  }

  /** Waits until all that was added is written. */
  public void flush() {
    try {
      disk.run(this::drain);
    } catch (IOException e) {
      // closed, and written before
    }
  }

  private void drain() {
    awake.set(false);
    for (AuditEvent event = queue.poll(); event != null; event = queue.poll()) {
      take(event);
    }
  }

  private void take(AuditEvent event) {
    Window window = window(event);
    if (window.written < EACH) {
      window.written++;
      write(event, 1);
    } else {
      window.more++;
      window.last = event;
    }
  }

  private Window window(AuditEvent event) {
    endWindows(false);
    String source = event.event() + " " + event.actor() + " " + event.from();
    boolean known = windows.containsKey(source) || windows.size() < SOURCES;
    return windows.computeIfAbsent(
        known ? source : event.event().toString(), _ -> new Window(clock.instant()));
  }

  private void endWindows(boolean all) {
    Instant now = clock.instant();
    windows
        .values()
        .removeIf(window -> {
          boolean over = all || window.isOver(now);
          AuditEvent last = window.last;
          if (over && last != null) {
            write(last.times(window.more), window.more);
          }
          return over;
        });
  }

  private void write(AuditEvent event, long events) {
    if (!tellLost() || !append(event)) {
      lost.addAndGet(events);
      tell();
    }
  }

  /** Returns whether no lost event is left to report. */
  private boolean tellLost() {
    long now = lost.get();
    long more = now - dropped;
    if (more == 0) {
      return true;
    }
    String why = untold.why().isEmpty() ? "more came than the disk took" : untold.why();
    String what = (more == 1 ? "1 event" : more + " events") + " lost: " + why;
    boolean told =
        append(new AuditEvent(clock.instant(), Kind.LOST, DAEMON, what, "", List.of(), List.of()));
    dropped = told ? now : dropped;
    tell();
    return told;
  }

  private void tell() {
    long more = lost.get() - dropped;
    untold = more == 0 ? Untold.NOTHING : new Untold(more, untold.why());
  }

  private boolean append(AuditEvent event) {
    try {
      byte[] line = (event.text() + "\n").getBytes(StandardCharsets.US_ASCII);
      FileChannel out = room(line.length);
      long end = out.size();
      try {
        JournalWriter.write(out, line, end);
      } catch (IOException e) {
        out.truncate(end);
        throw e;
      }
      unsynced = true;
      return true;
    } catch (IOException e) {
      untold = new Untold(untold.events(), StateFolder.reason(e));
      return false;
    }
  }

  /** The file, or the next one where this one is full; a line that a crash has cut is ended. */
  private FileChannel room(int bytes) throws IOException {
    FileChannel out = channel;
    if (out != null && out.size() + bytes > full) {
      Files.move(file, old(file), StandardCopyOption.REPLACE_EXISTING);
      out.close();
      channel = null;
      out = null;
    }
    if (out == null) {
      out =
          OwnerOnly.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel = out;
      Optional<Byte> last = last(out);
      if (last.isPresent() && last.get() != '\n') {
        JournalWriter.write(out, new byte[] {'\n'}, out.size());
      }
    }
    return out;
  }

  private static Optional<Byte> last(FileChannel out) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    return out.size() > 0 && out.read(one, out.size() - 1) == 1
        ? Optional.of(one.get(0))
        : Optional.empty();
  }

  private void force() {
    FileChannel out = channel;
    if (unsynced && out != null) {
      try {
        sync.force(file, out, false);
        unsynced = false;
      } catch (IOException e) {
        untold = new Untold(untold.events(), StateFolder.reason(e));
      }
    }
  }

  @Override
  public void close() {
    try {
      disk.run(() -> {
        drain();
        endWindows(true);
        tellLost();
        force();
        FileChannel out = channel;
        if (out != null) {
          out.close();
        }
      });
    } catch (IOException e) {
      // closed already
    }
    disk.close();
  }
}
