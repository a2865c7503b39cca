package dev.losslessd.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Events of a side log, oldest first; one of them is in memory at a time. */
final class SideEvents implements AutoCloseable {
  private final Deque<Path> files = new ArrayDeque<>();
  private Optional<SegmentBytes> open = Optional.empty();
  private Optional<Lines> lines = Optional.empty();
  private Optional<AuditEvent> next;

  SideEvents(Path side) throws IOException {
    for (Path one : List.of(SideLog.old(side), side)) {
      if (Files.exists(one)) {
        files.add(one);
      }
    }
    next = read();
  }

  /** Takes those that are not after a moment. */
  void until(Instant moment, Consumer<AuditEvent> each) throws StoreException {
    try {
      while (next.isPresent() && !next.get().at().isAfter(moment)) {
        each.accept(next.get());
        next = read();
      }
    } catch (IOException e) {
      throw new StoreException("side log cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private Optional<AuditEvent> read() throws IOException {
    while (true) {
      Optional<Lines.Line> line = lines.isPresent() ? lines.get().next() : Optional.empty();
      if (line.isPresent()) {
        Optional<AuditEvent> event = line.flatMap(SideEvents::event);
        if (event.isPresent()) {
          return event;
        }
      } else if (files.isEmpty()) {
        return Optional.empty();
      } else {
        close();
        SegmentBytes bytes =
            SegmentBytes.plain(FileChannel.open(files.removeFirst(), StandardOpenOption.READ));
        open = Optional.of(bytes);
        lines = Optional.of(new Lines(bytes, 0));
      }
    }
  }

  /** A line that a crash has cut is left out. */
  private static Optional<AuditEvent> event(Lines.Line line) {
    try {
      return line.ended()
          ? Optional.of(AuditEvent.parse(line.text(), "side log"))
          : Optional.empty();
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().close();
    }
  }
}
