package dev.losslessd.store;

import dev.losslessd.text.Worded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a journal goes, in a small file beside it or in another folder. A chain alone does not
 * show that its end was cut off. It is written after each line is durable: one that is behind is
 * only less strict.
 *
 * @param link number and hash of the last line
 * @param bytes of all files, uncompressed
 * @param highest number of a commit that was ever durable
 * @param newest lines, oldest first
 * @param lost what was found missing at a start, until an operator lets writing go on
 */
record JournalHead(
    Link link, long bytes, int highest, List<Ahead.Line> newest, Optional<Ahead> lost) {
  static final JournalHead NOTHING = new JournalHead(Link.START, 0, 0, List.of(), Optional.empty());

  /** So many lines are noted; a crash or a cut rarely takes more. */
  private static final int NOTED = 16;

  JournalHead {
    newest = List.copyOf(newest);
  }

  static Path beside(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".head");
  }

  /**
   * @throws StoreException it was changed
   */
  static Optional<JournalHead> read(Path file) throws IOException {
    return Files.notExists(file)
        ? Optional.empty()
        : Optional.of(
            (JournalHead)
                PlainJson.read(
                    Files.readAllBytes(file), JournalHead.class, "journal head " + file));
  }

  /** All of it or nothing, also after a crash. */
  void write(Path file, Sync sync) throws IOException {
    String text =
        new String(PlainJson.bytes(JournalHead.class, this), StandardCharsets.US_ASCII) + "\n";
    WholeFile.write(file, file.resolveSibling(file.getFileName() + ".new"), text, sync);
  }

  /** After one more line. */
  JournalHead after(Link line, long size, Entry entry) {
    List<Ahead.Line> noted = new ArrayList<>(newest);
    noted.add(
        new Ahead.Line(
            line.lines(), Worded.of(entry.getClass()), entry.commit(), entry.at(), entry.actor()));
    boolean thawed = entry instanceof Entry.Frozen frozen && !frozen.frozen();
    return new JournalHead(
        line,
        size,
        Math.max(highest, CommitIds.number(entry.commit()).orElse(0)),
        noted.subList(Math.max(0, noted.size() - NOTED), noted.size()),
        thawed ? Optional.empty() : lost);
  }

  /**
   * The same after a start.
   *
   * @param end of what the files have
   * @param at the line with the head's number, where it was read
   */
  JournalHead at(JournalScan.Place end, Optional<Link> at, int known) {
    Optional<Ahead> gone = gone(end.link(), at);
    List<Ahead.Line> there =
        newest.stream().filter(line -> line.number() <= end.link().lines()).toList();
    return new JournalHead(
        end.link(),
        end.place(),
        Math.max(highest, known),
        gone.isPresent() ? there : newest,
        gone.isPresent() ? gone : lost);
  }

  private Optional<Ahead> gone(Link end, Optional<Link> at) {
    if (link.lines() > end.lines()) {
      List<Ahead.Line> missing =
          newest.stream().filter(line -> line.number() > end.lines()).toList();
      boolean all = missing.size() == link.lines() - end.lines();
      String what =
          "its head has %d lines, and its files have %d".formatted(link.lines(), end.lines());
      return Optional.of(new Ahead(what, missing, all, highest));
    }
    return at.filter(is -> !is.equals(link))
        .map(is ->
            new Ahead(
                "line " + is.lines() + " is another one than was written",
                List.of(),
                false,
                highest));
  }

  /** One that was changed vouches for nothing. */
  static JournalHead broken(StoreException why) {
    return new JournalHead(
        Link.START, 0, 0, List.of(), Optional.of(new Ahead(why.getMessage(), List.of(), false, 0)));
  }

  Ahead ahead() {
    return lost.orElse(Ahead.NOTHING).upTo(highest);
  }
}
