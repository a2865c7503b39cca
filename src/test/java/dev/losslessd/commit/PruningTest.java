package dev.losslessd.commit;

import static dev.losslessd.commit.PastEntries.ON3;
import static dev.losslessd.commit.PastEntries.ON5;
import static dev.losslessd.commit.PastEntries.THEN;
import static dev.losslessd.commit.PastEntries.begun;
import static dev.losslessd.commit.PastEntries.confirmed;
import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditText;
import dev.losslessd.store.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the entries that pruning removes from the history, and of those that it never does. */
class PruningTest {
  private static final Retention TEN =
      new Retention(10, Duration.ofDays(90), 10_000, Duration.ofHours(24));
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Key PFC2 = new Key(Target.port(ENS2), SettingKind.PFC);

  @TempDir private Path folder;

  @Test
  void theOldestCommitsGoAndTheirEffectStays() throws IOException {
    List<Entry> all = new ArrayList<>(confirmed(1, 1, ENS2, 1));
    all.addAll(confirmed(2, 100, ENS1, 2));
    PastEntries.write(folder, all);
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.prune(TEN);

      assertThat(ids(rig)).hasSize(11).startsWith("c-000100").contains("c-000091", "c-000001");
      assertHolds(rig);
    }
    assertThat(AuditText.of(folder)).as("the audit has it").contains("c-000002");
    try (Rig again = new Rig(folder)) {
      assertHolds(again);
    }
    Files.delete(folder.resolve("journal.checkpoint"));
    try (Rig whole = new Rig(folder)) {
      assertHolds(whole);
    }
  }

  private static void assertHolds(Rig rig) {
    assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON3, PFC2, ON5));
    assertThat(rig.commitEngine.version(PFC1)).isEqualTo(100);
    assertThat(rig.commitEngine.version(PFC2)).isEqualTo(1);
    assertThat(rig.commitEngine.latest()).isEqualTo(100);
    assertThat(rig.commitEngine.commit("c-000100").orElseThrow().run().plan().changes())
        .as("from the disk")
        .hasSize(1);
  }

  @Test
  void aRollbackLeadsToEveryRevisionThatIsKeptAsBefore() throws Exception {
    List<Entry> all = new ArrayList<>(confirmed(1, 1, ENS2, 1));
    all.addAll(confirmed(2, 100, ENS1, 2));
    PastEntries.write(folder, all);
    List<RevisionDiff.Difference> before;
    try (Rig rig = new Rig(folder)) {
      before = rig.commitEngine.diff(93, 98).differences();
      rig.commitEngine.prune(TEN);
    }
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.diff(93, 98).differences()).isEqualTo(before).isNotEmpty();
      assertThatThrownBy(() -> rig.commitEngine.diff(89, 98))
          .hasMessage("no revision 89; there are 90..100");
      assertThatThrownBy(() ->
              rig.commitEngine.submit(rig.commitEngine.backTo(89, Request.everything("uid:0", ""))))
          .hasMessage("no revision 89; there are 90..100");
      rig.nic.set(ENS1, SettingKind.PFC, ON3);
      rig.nic.set(ENS2, SettingKind.PFC, ON5);

      rig.commitEngine.submit(rig.commitEngine.backTo(91, Request.everything("uid:0", "")));
      Commit back = rig.settled();

      assertThat(back.run().plan().results()).containsEntry(PFC1, ON5).doesNotContainKey(PFC2);
      assertThat(rig.commitEngine.confirm(back.id(), "uid:0").state()).isEqualTo("confirmed");
      assertThat(rig.commitEngine.revisions(Long.MAX_VALUE, 1, Revision::commit))
          .containsExactly(back.id());
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON5, PFC2, ON5));
    }
  }

  @Test
  void whatIsOlderThanItsTimeGoesToo() {
    PastEntries.write(folder, confirmed(1, 60, ENS1, 1));
    try (Rig rig = new Rig(folder)) {
      rig.at(rig.now.plus(Duration.ofDays(90)).minusSeconds(60L * 19)); // the newest is the 60th

      rig.commitEngine.prune(
          new Retention(1000, Duration.ofDays(90), 10_000, Duration.ofHours(24)));

      assertThat(ids(rig)).hasSize(20).endsWith("c-000041");
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON3));
    }
  }

  @Test
  void anOpenCommitIsNeverDroppedAndStillKnowsWhatOvertookIt() {
    List<Entry> all = new ArrayList<>();
    all.add(begun(1, ENS1, Pfc.OFF, ON3));
    all.add(new Entry.Applied("c-000001", Due.at(THEN.plus(Duration.ofDays(30))), "daemon", THEN));
    all.addAll(confirmed(2, 60, ENS1, 1));
    PastEntries.write(folder, all);
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.prune(TEN);
    }
    try (Rig rig = new Rig(folder)) {
      rig.nic.set(ENS1, SettingKind.PFC, ON3);
      assertThat(ids(rig)).hasSize(11).contains("c-000001");
      assertThat(rig.commitEngine.commit("c-000001").orElseThrow())
          .isInstanceOf(Commit.AwaitingConfirm.class);

      assertThat(rig.commitEngine.confirm("c-000001", "uid:0"))
          .isInstanceOfSatisfying(
              Commit.RolledBack.class, end -> assertThat(end.why()).startsWith("overtaken: "));
    }
  }

  @Test
  void whatIsStuckAndAFreezeStay() {
    List<Entry> all = new ArrayList<>();
    Entry.Begun stuck = begun(1, ENS2, Pfc.OFF, ON3);
    all.add(stuck);
    all.add(new Entry.Stuck("c-000001", "lost", stuck.plan().changes(), "daemon", THEN));
    all.add(new Entry.Frozen(true, "uid:7", "", THEN));
    all.addAll(confirmed(2, 60, ENS1, 1));
    PastEntries.write(folder, all);
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.prune(TEN);
    }
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.commits()).extracting(Commit::state).contains("stuck");
      assertThat(rig.commitEngine.writePolicy().frozen()).isTrue();
    }
  }

  @Test
  void aCrashAtAnyFsyncLosesNothing() throws IOException {
    List<Entry> all = new ArrayList<>();
    all.add(begun(1, ENS2, Pfc.OFF, ON3));
    all.add(new Entry.Applied("c-000001", Due.at(THEN.plus(Duration.ofDays(30))), "daemon", THEN));
    all.addAll(confirmed(2, 60, ENS1, 1));
    all.add(new Entry.Frozen(true, "uid:7", "", THEN));
    Path live = Files.createDirectory(folder.resolve("live"));
    PastEntries.write(live, all);
    List<Path> crashes = new ArrayList<>();
    try (Rig rig = new Rig(live)) {
      rig.atSync = () -> crashes.add(copy(live, folder.resolve("crash-" + crashes.size())));
      rig.commitEngine.prune(TEN);
    }
    assertThat(crashes).as("checkpoint").hasSize(1);
    for (Path crash : crashes) {
      try (Rig rig = new Rig(crash)) {
        assertThat(rig.commitEngine.intent().rest()).as(crash + "").isEqualTo(Map.of(PFC1, ON3));
        assertThat(rig.commitEngine.latest()).isEqualTo(59);
        assertThat(rig.commitEngine.writePolicy().frozen()).isTrue();
        assertThat(rig.commitEngine.commit("c-000001").orElseThrow().state())
            .isEqualTo("awaiting-confirm");
        assertThat(ids(rig)).contains("c-000060", "c-000051");
        assertThat(crash).isDirectoryNotContaining("glob:**.new");
      }
    }
  }

  @Test
  void aFullDiskLeavesTheOldFileInUse() throws IOException {
    PastEntries.write(folder, confirmed(1, 60, ENS1, 1));
    byte[] before = Files.readAllBytes(folder.resolve("journal"));
    try (Rig rig = new Rig(folder)) {
      rig.diskFull = true;
      rig.commitEngine.prune(TEN);
      rig.diskFull = false;

      assertThat(Files.readAllBytes(folder.resolve("journal"))).isEqualTo(before);
      assertThat(folder).isDirectoryNotContaining("glob:**.new");
      rig.commitEngine.freeze("uid:1");
    }
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.writePolicy().frozen()).isTrue();
      assertThat(ids(rig)).hasSize(60);
    }
  }

  @Test
  void plansOfWhatIsDecidedAreNotInMemory() {
    PastEntries.write(folder, confirmed(1, 500, ENS1, 1));
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.commits()).hasSizeLessThan(30);
      assertThat(ids(rig)).hasSize(500);
      assertThat(rig.commitEngine.commit("c-000250").orElseThrow())
          .isInstanceOfSatisfying(
              Commit.Confirmed.class, old -> assertThat(old.revision()).isEqualTo(250));
    }
  }

  private static List<String> ids(Rig rig) {
    return rig.commitEngine.commits(Integer.MAX_VALUE, 1000, Commit::id);
  }

  private static Path copy(Path from, Path to) {
    try (Stream<Path> all = Files.list(from)) {
      Files.createDirectory(to);
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(one.getFileName()));
      }
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
