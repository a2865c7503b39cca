package dev.losslessd.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Waiver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  /** Skips fsync, which thousands of cuts do not need. */
  private static final Sync UNSYNCED = (file, channel, metadata) -> {};

  @TempDir private Path folder;

  @Test
  void everyEntryReadsBackAsItWasWritten() {
    List<Entry> written = entries(new Samples(1), 300);
    try (Journal journal = Journal.open(file(), NOW)) {
      written.forEach(journal::append);
      assertThat(Entries.of(journal)).isEqualTo(written);
    }

    try (Journal again = Journal.open(file(), NOW)) {
      assertThat(Entries.of(again)).isEqualTo(written);
      assertThat(again.torn()).isEmpty();
    }
  }

  @Test
  void aFileCutAtAnyByteOfItsLastRecordLosesOnlyThatRecord() throws IOException {
    List<Entry> written = entries(new Samples(2), 3);
    long before;
    try (Journal journal = Journal.open(file(), NOW)) {
      journal.append(written.get(0));
      journal.append(written.get(1));
      before = Files.size(file());
      journal.append(written.get(2));
    }
    byte[] whole = Files.readAllBytes(file());

    for (int cut = (int) before; cut < whole.length; cut++) {
      Files.write(file(), Arrays.copyOf(whole, cut));
      try (Journal journal = Journal.open(file(), NOW.plusSeconds(cut), UNSYNCED)) {
        assertThat(Entries.of(journal)).as("cut at " + cut).isEqualTo(written.subList(0, 2));
        assertThat(journal.torn().isPresent()).isEqualTo(cut > before);
        journal.append(written.get(2));
      }
      try (Journal journal = Journal.open(file(), NOW, UNSYNCED)) {
        assertThat(Entries.of(journal)).isEqualTo(written);
      }
    }
  }

  @Test
  void damageInTheMiddleIsRefusedAndTheFileIsLeftAlone() throws IOException {
    try (Journal journal = Journal.open(file(), NOW)) {
      entries(new Samples(3), 5).forEach(journal::append);
    }
    byte[] bytes = Files.readAllBytes(file());
    bytes[SegmentHead.FIRST.line().length + 30] ^= 1;
    Files.write(file(), bytes);

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            "is damaged at line 2 (byte " + SegmentHead.FIRST.line().length + ")");
    assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
  }

  @Test
  void anotherFormatIsRefusedWithOneSentenceAndLeftAlone() throws IOException {
    for (String first :
        List.of(
            "LLDJRNL\u0002rest",
            "{\"losslessd\":\"journal\",\"format\":4,\"more\":1}\n",
            "{\"losslessd\":\"journal\",\"format\":99}\n")) {
      String more = first + "0".repeat(300) + "\n";
      Files.writeString(file(), more);

      assertThatThrownBy(() -> Journal.open(file(), NOW))
          .isInstanceOf(StoreException.class)
          .hasMessageMatching(
              "journal "
                  + file()
                  + " has format (a binary one|4|99), and this losslessd reads format 3 only:"
                  + " confirm or cancel what is open with the version that wrote it, then move the"
                  + " state folder away");
      assertThat(Files.readString(file())).isEqualTo(more);
    }
  }

  @Test
  void aKindOrFieldThatIsUnknownOrMissingIsRefusedWithItsLine() throws IOException {
    Entry entry = new Entry.Kept("c-000001", NOW);
    String text = entry.text();
    assertThat(text)
        .isEqualTo(
            "{\"at\":\"2027-01-15T08:00:00Z\",\"actor\":\"daemon\",\"from\":\"daemon\","
                + "\"entry\":\"kept\",\"commit\":\"c-000001\"}");
    forge(text.replace("}", ",\"more\":1}"));
    assertRefused("line 2 makes no sense at /more: unknown field 'more'");
    forge(text.replace("kept", "lost"));
    assertRefused("unknown kind 'lost', expected one of staged, begun");
    forge(text.replace(",\"from\":\"daemon\"", ""));
    assertRefused("expected field 'from'");
    forge(text.replace("\"from\":\"daemon\"", "\"from\":\"socket\""));
    assertRefused("does not come from socket");
    forge(new Entry.Confirmed("c-000001", 7, "uid:0", NOW).text().replace(",\"revision\":7", ""));
    assertRefused("field 'revision' is missing");
  }

  /** Two lines with fitting hashes: one that is whole, and this. */
  private void forge(String object) throws IOException {
    Link.Next first = Link.START.next(new Entry.Kept("c-000009", NOW).text().getBytes(UTF_8));
    Link.Next second = first.link().next(object.getBytes(UTF_8));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(SegmentHead.FIRST.line());
    all.writeBytes(first.line());
    all.writeBytes(second.line());
    Files.write(file(), all.toByteArray());
  }

  private void assertRefused(String why) {
    assertThatThrownBy(
            () -> {
              try (Journal journal = Journal.open(file(), NOW)) {
                var _ = Entries.of(journal);
              }
            })
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(why);
  }

  @Test
  void everyKindOfLastRecordMayBeCutAtEveryByte() throws IOException {
    Instant tick = NOW;
    List<Entry> kinds = entries(new Samples(5), 6);
    for (Entry last : kinds) {
      Files.deleteIfExists(file());
      long before;
      try (Journal journal = Journal.open(file(), NOW)) {
        journal.append(kinds.get(0));
        before = Files.size(file());
        journal.append(last);
      }
      byte[] whole = Files.readAllBytes(file());
      for (int cut = (int) before; cut < whole.length; cut++) {
        Files.write(file(), Arrays.copyOf(whole, cut));
        tick = tick.plusSeconds(1);
        try (Journal journal = Journal.open(file(), tick, UNSYNCED)) {
          assertThat(Entries.of(journal)).as("cut at " + cut).containsExactly(kinds.get(0));
          assertThat(journal.torn().isPresent()).isEqualTo(cut > before);
        }
        assertThat(Files.size(file())).isEqualTo(before);
      }
    }
  }

  @Test
  void aFileCutInItsHeaderIsAnEmptyJournal() throws IOException {
    Journal.open(file(), NOW).close();
    byte[] head = Files.readAllBytes(file());
    for (int cut = 0; cut < head.length; cut++) {
      Files.write(file(), Arrays.copyOf(head, cut));
      try (Journal journal = Journal.open(file(), NOW)) {
        assertThat(Entries.of(journal)).isEmpty();
      }
      assertThat(Files.readAllBytes(file())).isEqualTo(head);
    }
  }

  @Test
  void aShortFileOfSomethingElseIsNotOverwritten() throws IOException {
    Files.writeString(file(), "mode\n");

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .hasMessageContaining("not a losslessd journal");
    assertThat(Files.readString(file())).isEqualTo("mode\n");
  }

  @Test
  void somethingElseIsNotTakenForAJournal() throws IOException {
    Files.writeString(file(), "mode: observe\npolicy: {}\n");

    assertThatThrownBy(() -> Journal.open(file(), NOW))
        .hasMessageContaining("not a losslessd journal");
  }

  @Test
  void aFullDiskIsOneClearMessage() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "/dev/full is missing");

    assertThatThrownBy(() -> Journal.open(full, NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    for (String target : List.of("nowhere", "empty")) {
      Path other = folder.resolve(target);
      if (target.equals("empty")) {
        Files.createFile(other);
      }
      Files.createSymbolicLink(file(), other);

      assertThatThrownBy(() -> Journal.open(file(), NOW))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("symbolic link");
      if (target.equals("empty")) {
        assertThat(other).isEmptyFile();
      } else {
        assertThat(other).doesNotExist();
      }
      Files.delete(file());
    }
  }

  private Path file() {
    return folder.resolve("journal");
  }

  static List<Entry> entries(Samples samples, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant at = Instant.ofEpochSecond(1_800_000_000L + i, 123_456_789);
      String id = "c-" + i;
      entries.add(
          switch (i % 14) {
            case 0 ->
                Entries.begun(id, plan(samples, i % 28 == 0), delta(samples), "uid:0", "why", at);
            case 1 -> new Entry.Applied(id, new Due(at, "boot-1", i * 1000L), "token:ci", at);
            case 2 -> new Entry.Confirmed(id, i, "uid:0", at);
            case 3 -> new Entry.RolledBack(id, "the device said no", "daemon", at);
            case 5 ->
                new Entry.Staged(
                    id,
                    plan(samples, i % 28 == 5),
                    wish(samples, i),
                    "repair",
                    "why",
                    at,
                    Optional.of(i)
                        .filter(number -> number % 3 == 0)
                        .map(number ->
                            IdempotencyKey.of("uid:0", "k" + number, "commits", new byte[0])));
            case 4 -> new Entry.Stuck(id, "lost", List.of(samples.change()), "daemon", at);
            case 6 -> new Entry.Wave(id, i, i + 3, 2 * i, at);
            case 7 ->
                new Entry.Undoing(
                    id, "dropped", List.of(samples.change()), Due.at(at), "uid:0", at);
            case 8 ->
                new Entry.Held(
                    id,
                    List.of(new DeviceId("leaf1"), new DeviceId("a.b")),
                    Due.at(at),
                    i % 2 == 0,
                    at);
            case 9 -> new Entry.Kept(id, at);
            case 10 ->
                new Entry.Begun(
                    id,
                    plan(samples, i % 28 == 10),
                    delta(samples),
                    "u",
                    "why",
                    "boot",
                    at,
                    true,
                    Optional.empty(),
                    List.of(new DeviceId("leaf1")),
                    Map.of());
            case 11 ->
                new Entry.MaintenanceBegun(
                    new Maintenance(
                        Target.port(samples.port()),
                        at,
                        Due.at(at.plusSeconds(i)),
                        "uid:0",
                        "optics"));
            case 12 ->
                new Entry.MaintenanceEnded(new Target.Device(new DeviceId("leaf1")), "daemon", at);
            default -> new Entry.Frozen(i % 2 == 1, "uid:1000", "", at);
          });
    }
    return entries;
  }

  private static StagedWish wish(Samples samples, int i) {
    SortedMap<Key, Setting> delta = delta(samples);
    Key key = delta.firstKey();
    return new StagedWish(
        delta,
        i % 2 == 0,
        Set.of(key),
        Map.of(key, (long) i),
        i % 3 == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(i)),
        i % 4 == 0,
        Map.of(key, "auto"),
        new Acceptance(
            false, i % 5 == 0, i % 28 == 5 ? Map.of("headroom", "short cable") : Map.of()),
        Set.of());
  }

  private static Plan plan(Samples samples, boolean waived) {
    List<Change> changes = List.of(samples.change(), samples.change());
    Refusal refusal = new Refusal("rule", "subject", "reason");
    List<Waiver> waivers = waived ? List.of(new Waiver(refusal, "short cable")) : List.of();
    return new Plan("p-1", "d", changes, List.of(refusal), waivers);
  }

  private static SortedMap<Key, Setting> delta(Samples samples) {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    Setting setting = samples.setting();
    delta.put(new Key(Target.port(samples.port()), setting.kind()), setting);
    return delta;
  }
}
