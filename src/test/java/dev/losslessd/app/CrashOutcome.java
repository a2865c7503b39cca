package dev.losslessd.app;

import dev.losslessd.model.Commit;
import dev.losslessd.store.Entries;
import dev.losslessd.store.Journal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * States that are right after a crash: all devices together as before, or, once the confirm is
 * durable, all as after. The devices' own words decide.
 *
 * @param before state of each device before the plan
 * @param after the same when it is applied
 */
record CrashOutcome(Map<String, List<String>> before, Map<String, List<String>> after) {
  /**
   * Recovers as {@code losslessd recover} does, and checks.
   *
   * @return the outcome in a few words
   */
  String check(CrashStage stage) {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.recover();
      Collection<Commit> commits = engine.commitEngine.commits();
      if (commits.isEmpty()) {
        require(stage, before);
        return "before: not begun";
      }
      return judge(stage, engine, commits.iterator().next());
    }
  }

  private String judge(CrashStage stage, CrashStage.Engaged engine, Commit commit) {
    return switch (commit) {
      case Commit.RolledBack c -> {
        require(stage, before);
        yield "before: rolled back";
      }
      case Commit.Confirmed c -> {
        require(stage, after);
        yield "after: confirmed";
      }
      case Commit.AwaitingConfirm c -> {
        require(stage, after);
        engine.commitEngine.cancel(c.id(), "the matrix looks at the other end too", "uid:0");
        require(stage, before);
        yield "after while the window is open, before when it is cancelled";
      }
      case Commit.Staged c -> throw new AssertionError("nobody asked to wait");
      case Commit.Applying c -> throw new AssertionError("still applying after a recovery");
      case Commit.Undoing c ->
          throw new AssertionError("undoing: " + c.waits() + " left " + c.left());
      case Commit.Abandoned c -> throw new AssertionError("nobody gave it up");
      case Commit.Stuck c -> throw new AssertionError("stuck: " + c.why() + " left " + c.left());
    };
  }

  /** Factory-new NICs get a confirmed revision by the ordinary way, without a confirm record. */
  String checkAfterReboot(CrashStage stage) {
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.recover();
      if (engine.commitEngine.latest() > 0) {
        engine.apply();
        require(stage, stage.withoutOthers(after));
        return "after: confirmed, applied again";
      }
      if (engine.commitEngine.commits().isEmpty()) {
        require(stage, stage.switchesOf(before));
        return "before: not begun; the NICs are factory new";
      }
    }
    return check(stage);
  }

  /**
   * @param wanted devices that must be so; others may be as they like
   */
  void require(CrashStage stage, Map<String, List<String>> wanted) {
    try {
      DaemonFixture.await(() -> stage.devices().entrySet().containsAll(wanted.entrySet()), "");
    } catch (AssertionError e) {
      throw new AssertionError(difference(wanted, stage.devices()), e);
    }
  }

  private static String difference(
      Map<String, List<String>> wanted, Map<String, List<String>> devices) {
    StringBuilder text = new StringBuilder();
    wanted.forEach((device, lines) -> {
      List<String> now = devices.getOrDefault(device, List.of());
      now.stream()
          .filter(line -> !lines.contains(line))
          .forEach(line -> text.append(device).append(" has '").append(line).append("'; "));
      lines.stream()
          .filter(line -> !now.contains(line))
          .forEach(line -> text.append(device).append(" lacks '").append(line).append("'; "));
    });
    return text.toString();
  }

  /** Offset in bytes at which the journal's last record begins. */
  static long lastRecord(Path journal) throws IOException {
    byte[] all = Files.readAllBytes(journal);
    int last = all.length - 1;
    while (all[last - 1] != '\n') {
      last--;
    }
    return last;
  }

  /** Leaves a journal as a crash in a write does: its head is of before, and vouches for less. */
  static void breakOff(Path journal, long size) throws IOException {
    cut(journal, size);
    Files.deleteIfExists(journal.resolveSibling("journal.head"));
  }

  static void cut(Path journal, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  /** Whether the journal can be read, and how many records it has. */
  static int records(Path file) {
    try (Journal journal = Journal.open(file, Instant.EPOCH)) {
      return Entries.of(journal).size();
    }
  }
}
