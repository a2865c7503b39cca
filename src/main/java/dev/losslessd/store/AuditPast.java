package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a start needs to know of the lines so far: the last file of them and a summary of the
 * others, or all of them.
 *
 * @param story what they tell that the journal does not have
 */
record AuditPast(AuditReader.Found found, AuditStory story) {
  private static final Logger LOG = LoggerFactory.getLogger(AuditPast.class);

  static AuditPast read(Path audit, Ends journal) throws IOException {
    int newest = AuditFiles.newest(audit);
    Optional<AuditPast> quick = newest == 0 ? Optional.empty() : quick(audit, newest, journal);
    return quick.isPresent() ? quick.get() : all(audit, newest, journal);
  }

  /** Empty where the summary does not fit, or tells of an end that the journal does not have. */
  private static Optional<AuditPast> quick(Path audit, int newest, Ends journal)
      throws IOException {
    Optional<AuditSummary> known = AuditSummary.read(audit);
    if (known.isEmpty() || known.get().full() != newest) {
      return Optional.empty();
    }
    AuditStory story = known.get().story(journal);
    if (!story.isSettled()) {
      return Optional.empty();
    }
    AuditReader.Found found = AuditReader.read(List.of(audit), known.get().head(), story::take);
    boolean fits =
        found.torn()
            || found.broken().isEmpty()
            || found.head().lines() > known.get().head().lines();
    return fits ? Optional.of(new AuditPast(found, story)) : Optional.empty();
  }

  private static AuditPast all(Path audit, int newest, Ends journal) throws IOException {
    AuditStory story = new AuditStory(journal);
    List<Path> files = new ArrayList<>(AuditFiles.all(audit));
    files.removeLast();
    AuditReader.Found full = AuditReader.read(files, AuditHead.NOTHING, story::take);
    if (full.broken().isPresent()) {
      return new AuditPast(
          new AuditReader.Found(full.head(), full.end(), full.broken(), false), story);
    }
    if (newest > 0) {
      summarise(audit, AuditSummary.of(newest, full.head(), story));
    }
    return new AuditPast(AuditReader.read(List.of(audit), full.head(), story::take), story);
  }

  private static void summarise(Path audit, AuditSummary summary) {
    try {
      summary.write(audit);
    } catch (IOException e) {
      LOG.warn("the next start reads the whole audit: {}", StateFolder.reason(e));
    }
  }
}
