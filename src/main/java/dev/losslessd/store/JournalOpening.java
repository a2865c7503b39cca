package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Opens a journal: makes it, or reads the checkpoint and what stands behind it, or all of it. Moves
 * a torn tail aside, and looks whether the head knows of more than is there.
 */
record JournalOpening(Segments segments, Path headFile, Instant now, Sync sync, long full) {
  private Path file() {
    return segments.journal();
  }

  /**
   * @param base what stands before the entries that are still to be read
   * @param from place of the first of them
   * @param torn where a torn tail was put
   * @param ahead what the head knows and the files have not
   */
  record Opened(
      JournalWriter writer,
      Snapshot base,
      JournalScan.Place from,
      Optional<Path> torn,
      Ahead ahead) {}

  /**
   * @throws StoreException damaged, of another format, or open in another process
   */
  Opened open() throws IOException {
    Files.deleteIfExists(segments.fresh()); // what a crash has left of the next file
    return OwnerOnly.kept(
        begunOrOpened(),
        channel -> {
          SegmentHead newest = Segments.head(file(), SegmentBytes.borrowed(channel));
          segments.appending(newest, channel);
          return read(channel, newest);
        });
  }

  private FileChannel begunOrOpened() throws IOException {
    Optional<FileChannel> there = existing();
    if (there.isPresent()) {
      return there.get();
    }
    return OwnerOnly.kept(
        JournalWriter.begin(file(), successor(), sync),
        begun -> {
          JournalWriter.syncFolder(file(), sync);
          return begun;
        });
  }

  /** Empty where there is no file, or only a part of the first line of a first one. */
  private Optional<FileChannel> existing() throws IOException {
    if (Files.notExists(file())) {
      return Optional.empty();
    }
    return OwnerOnly.kept(
        OwnerOnly.open(file(), StandardOpenOption.READ, StandardOpenOption.WRITE),
        channel -> {
          JournalWriter.requireAlone(file(), channel);
          if (isBegun(channel)) {
            channel.close();
            return Optional.empty();
          }
          return Optional.of(channel);
        });
  }

  /** A crash at the very first start leaves a part of the first line, or zeros in its place. */
  private static boolean isBegun(FileChannel channel) throws IOException {
    byte[] first = SegmentHead.FIRST.line();
    if (channel.size() >= first.length) {
      return false;
    }
    ByteBuffer part = ByteBuffer.allocate((int) channel.size());
    while (part.hasRemaining() && channel.read(part, part.position()) > 0) {}
    byte[] is = part.array();
    return Arrays.equals(is, Arrays.copyOf(first, is.length))
        || Arrays.equals(is, new byte[is.length]);
  }

  /** What the file begins with: a crash or a person may have taken the last of several away. */
  private SegmentHead successor() throws IOException {
    if (segments.closed().isEmpty()) {
      return SegmentHead.FIRST;
    }
    int last = segments.closed().last();
    try (Segments.Segment segment = segments.open(last)) {
      JournalScan.Place begin = JournalScan.Place.begin(segment.head());
      JournalScan.Place end = JournalScan.lines(segment, begin, (_, _, _) -> {}).place();
      return new SegmentHead(last + 1, end.place(), end.link());
    }
  }

  private Opened read(FileChannel channel, SegmentHead newest) throws IOException {
    Optional<JournalHead> expected = Optional.empty();
    try {
      expected = JournalHead.read(headFile);
    } catch (StoreException e) {
      expected = Optional.of(JournalHead.broken(e));
    }
    try (JournalReads reads = new JournalReads(segments)) {
      Optional<Checkpoint> known = Checkpoint.read(file(), reads, newest.number());
      return read(channel, known, expected.orElse(JournalHead.NOTHING));
    }
  }

  private Opened read(FileChannel channel, Optional<Checkpoint> known, JournalHead expected)
      throws IOException {
    CommitIndex index = known.map(Checkpoint::commits).orElseGet(CommitIndex::new);
    JournalScan.Place from =
        known.isPresent()
            ? new JournalScan.Place(known.get().file(), known.get().place(), known.get().link())
            : first();
    Map<Long, Link> seen = new HashMap<>();
    seen.put(from.link().lines(), from.link());
    long[] last = {known.map(Checkpoint::last).orElse(from.place())};
    int[] highest = {known.map(one -> one.state().highest()).orElse(0)};
    JournalScan.End end =
        new JournalScan(segments)
            .follow(
                from,
                (place, link, line) -> {
                  EntryForm.Head start = EntryLine.head(line, file());
                  index.take(start.word(), start.commit(), place);
                  highest[0] = Math.max(highest[0], CommitIds.number(start.commit()).orElse(0));
                  last[0] = place;
                  if (link.lines() == expected.link().lines()) {
                    seen.put(link.lines(), link);
                  }
                });
    Optional<Path> torn = Optional.empty();
    if (end.torn().length > 0) {
      torn = Optional.of(setAside(end.torn()));
      channel.truncate(end.place().place() - end.head().start());
      sync.force(file(), channel, true);
    }
    JournalHead head =
        expected.at(
            end.place(), Optional.ofNullable(seen.get(expected.link().lines())), highest[0]);
    JournalWriter writer =
        new JournalWriter(
            segments, headFile, sync, full, channel, end.head(), index, head, last[0]);
    return new Opened(
        writer, known.map(Checkpoint::state).orElse(Snapshot.NOTHING), from, torn, head.ahead());
  }

  private JournalScan.Place first() throws IOException {
    int number = segments.closed().stream().findFirst().orElse(-1);
    try (Segments.Segment segment = number < 0 ? segments.open(file()) : segments.open(number)) {
      if (segment.head().number() > 1) {
        throw new StoreException(
            ("journal %s cannot be read: its checkpoint is missing or damaged, and so are"
                    + " its files before %s; restore either")
                .formatted(file(), segment.file()));
      }
      return JournalScan.Place.begin(segment.head());
    }
  }

  /** Keeps the bytes of a torn tail beside the journal; without room for them nothing is cut. */
  private Path setAside(byte[] tail) throws IOException {
    String name = file().getFileName() + ".torn-" + now.getEpochSecond();
    Path copy = file().resolveSibling(name);
    for (int more = 1; Files.exists(copy); more++) {
      copy = file().resolveSibling(name + "-" + more);
    }
    try (FileChannel out =
        OwnerOnly.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      JournalWriter.write(out, tail, 0);
      sync.force(copy, out, true);
    } catch (IOException e) {
      Files.deleteIfExists(copy); // each start would leave a part of it
      throw e;
    }
    JournalWriter.syncFolder(file(), sync);
    return copy;
  }
}
