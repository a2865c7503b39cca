package dev.losslessd.store;

import static dev.losslessd.store.JournalTest.entries;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain of lines, and what breaks it. */
class JournalChainTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void aLineThatWasTakenOutOrSwappedIsDamage() throws IOException {
    List<String> lines = lines(entries(new Samples(1), 6));
    for (int at = 1; at < 6; at++) {
      List<String> less = new ArrayList<>(lines);
      less.remove(at);
      assertDamaged(less, "a line was taken out, moved or changed");
      List<String> other = new ArrayList<>(lines);
      Collections.swap(other, at, at + 1);
      assertDamaged(other, "a line was taken out, moved or changed");
      List<String> twice = new ArrayList<>(lines);
      twice.add(at, lines.get(at));
      assertDamaged(twice, "a line was taken out, moved or changed");
    }
  }

  @Test
  void aLineThatWasChangedWithAFittingHashIsDamageOfTheNextOne() throws IOException {
    List<String> lines = lines(entries(new Samples(2), 6));
    Link before = Link.START;
    for (int at = 1; at < 6; at++) {
      String text = lines.get(at).replaceAll("^\\{\"n\":\\d+,", "{");
      String object =
          text.substring(0, text.lastIndexOf(",\"sha256\"")).replace("2027-01-15", "2027-01-16");
      List<String> forged = new ArrayList<>(lines);
      String line = new String(before.next((object + "}").getBytes(UTF_8)).line(), UTF_8);
      forged.set(at, line.strip());
      assertDamaged(forged, "does not match its hash");
      before = before.follow(lines.get(at).getBytes(UTF_8));
    }
  }

  private void assertDamaged(List<String> lines, String why) throws IOException {
    Files.write(file(), lines);
    byte[] all = Files.readAllBytes(file());
    assertThatThrownBy(() -> Journal.open(file(), NOW, UNSYNCED))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(why);
    assertThat(Files.readAllBytes(file())).as("left alone").isEqualTo(all);
    assertThatThrownBy(() -> JournalCheck.of(file(), _ -> {})).hasMessageContaining(why);
  }

  /** Lines of the file, the first one included. */
  private List<String> lines(List<Entry> entries) throws IOException {
    try (Journal journal = Journal.open(file(), NOW, UNSYNCED)) {
      entries.forEach(journal::append);
    }
    return Files.readAllLines(file());
  }

  @Test
  void everyLineHasNumberTimeActorOriginKindAndCommitFirst() throws IOException {
    List<String> lines =
        lines(
            List.of(
                new Entry.RolledBack("c-000001", "said no", "token:ci@10.0.0.5", NOW),
                new Entry.Frozen(true, "uid:0", "", NOW)));

    assertThat(lines.get(0))
        .startsWith("{\"losslessd\":\"journal\",\"format\":3,\"file\":1,\"start\":0,\"lines\":0,");
    assertThat(lines.get(1))
        .startsWith(
            "{\"n\":1,\"at\":\"2027-01-15T08:00:00Z\",\"actor\":\"token:ci@10.0.0.5\","
                + "\"from\":\"10.0.0.5\",\"entry\":\"rolled-back\",\"commit\":\"c-000001\","
                + "\"why\":\"said no\",\"sha256\":\"");
    assertThat(lines.get(2))
        .startsWith(
            "{\"n\":2,\"at\":\"2027-01-15T08:00:00Z\",\"actor\":\"uid:0\",\"from\":\"socket\","
                + "\"entry\":\"frozen\",\"frozen\":true,\"why\":\"\",\"sha256\":\"");
  }

  @Test
  void aLineThatCouldNotBeReadBackIsNotWritten() throws IOException {
    List<Change> changes = new ArrayList<>();
    Change large = new Samples(6).change();
    while (changes.size() < 100_000) {
      changes.add(large);
    }
    Plan plan = new Plan("p", "d", changes, List.of(), List.of());
    Entry.Begun begun = Entries.begun("c-000001", plan, new TreeMap<>(), "uid:0", "", NOW);
    try (Journal journal = Journal.open(file(), NOW)) {
      long before = Files.size(file());
      assertThatThrownBy(() -> journal.append(begun))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("bytes is not written, expected at most 16777");
      assertThat(Files.size(file())).isEqualTo(before);
      journal.append(new Entry.Frozen(true, "uid:0", "", NOW));
    }
    try (Journal journal = Journal.open(file(), NOW)) {
      assertThat(Entries.of(journal)).hasSize(1);
    }
  }

  @Test
  void aThreadThatIsInterruptedDoesNotCloseTheJournalForOthers() throws Exception {
    try (Journal journal = Journal.open(file(), NOW)) {
      boolean[] still = {false};
      Thread interrupted =
          new Thread(() -> {
            Thread.currentThread().interrupt();
            journal.append(new Entry.Frozen(true, "uid:1", "", NOW));
            still[0] = Thread.currentThread().isInterrupted();
          });
      interrupted.start();
      interrupted.join();

      journal.append(new Entry.Frozen(false, "uid:2", "", NOW));

      assertThat(still[0]).as("the interrupt is not swallowed").isTrue();
      assertThat(Entries.of(journal)).hasSize(2);
    }
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
