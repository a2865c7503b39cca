package dev.losslessd.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Samples;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingExamples;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Records as JSON and back. */
class RecordJsonTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00.000000001Z");

  static Entry again(Entry entry) {
    return (Entry) PlainJson.read(EntryLine.object(entry), Entry.class, "here");
  }

  @Test
  void everyEntryComesBackFromItsText() {
    for (Entry entry : JournalTest.entries(new Samples(11), 500)) {
      assertThat(again(entry)).isEqualTo(entry);
      assertThat(again(entry).text()).isEqualTo(entry.text());
    }
  }

  /** A journal holds these texts: a difference here is a journal that cannot be read. */
  @Test
  void theTextOfEverySettingStays() {
    SettingExamples.check(
        "journal", setting -> new String(PlainJson.bytes(Setting.class, setting), UTF_8));
  }

  @Test
  void everySettingComesBackFromItsText() {
    for (Setting setting : SettingExamples.all()) {
      byte[] text = PlainJson.bytes(Setting.class, setting);
      assertThat(PlainJson.read(text, Setting.class, "here")).isEqualTo(setting);
    }
  }

  /** A component of a type without JSON is found here, not at the first commit that has it. */
  @Test
  void everyTypeThatIsWrittenHasAForm() {
    Deque<Type> left =
        new ArrayDeque<>(
            List.of(
                Entry.class,
                Snapshot.class,
                JournalHead.class,
                Checkpoint.class,
                AuditEvent.class,
                TokenEntry.class));
    Set<Type> seen = new HashSet<>();
    while (!left.isEmpty()) {
      Type type = left.pop();
      if (!seen.add(type)) {
        continue;
      }
      boolean maybe =
          type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
      if (!maybe) {
        assertThat(RecordJson.of(type)).as(type.getTypeName()).isNotNull();
      }
      if (type instanceof ParameterizedType generic) {
        left.addAll(List.of(generic.getActualTypeArguments()));
      } else if (type instanceof Class<?> plain && !Setting.class.isAssignableFrom(plain)) {
        if (plain.isSealed() && plain != Target.class) {
          left.addAll(List.of(plain.getPermittedSubclasses()));
        }
        if (plain.isRecord() && RecordJson.of(plain) instanceof RecordForm) {
          for (RecordComponent one : plain.getRecordComponents()) {
            left.add(one.getGenericType());
          }
        }
      }
    }
    assertThat(seen).contains(Footprint.class, Snapshot.Floor.class);
  }

  @Test
  void aSnapshotComesBackFromItsText() {
    Key pfc = new Key(Target.parse("gpu01:ens1f0np0"), SettingKind.PFC);
    Key mtu = new Key(new Target.Device(new DeviceId("leaf1")), SettingKind.MTU);
    Setting on = new Pfc(PrioritySet.of(3));
    IdempotencyKeys keys = new IdempotencyKeys();
    IdempotencyKey key = IdempotencyKey.of("uid:0", "k", "commits", new byte[0]);
    keys.add(key, 17, NOW);
    Snapshot state =
        new Snapshot(
            7,
            12,
            true,
            "uid:0",
            new TreeMap<>(Map.of(pfc, on)),
            Map.of(pfc, 7L, mtu, 3L),
            new Snapshot.Floor(
                2, new TreeMap<>(), new TreeMap<>(Map.of(pfc, on)), List.of(3, 0, 5)),
            Map.of("c-000012", Map.of(pfc, 6L)),
            JournalTest.entries(new Samples(12), 14),
            keys,
            List.of(),
            Identities.NONE,
            List.of(),
            Map.of(
                mtu,
                new Footprint(Optional.empty(), "auto", new Mtu(9100), List.of(new Mtu(1500)))),
            Set.of("c-000012", "c-000011"),
            Map.of(mtu.target().device(), Set.of(mtu.target())));

    byte[] text = PlainJson.bytes(Snapshot.class, state);
    Snapshot read = (Snapshot) PlainJson.read(text, Snapshot.class, "here");

    assertThat(read.keys().find(key)).isPresent();
    assertThat(read).usingRecursiveComparison().ignoringFields("keys").isEqualTo(state);
    assertThat(PlainJson.bytes(Snapshot.class, read)).as("one spelling").isEqualTo(text);
  }

  @Test
  void textsOfPeopleComeBackWhateverIsInThem() {
    for (String reason :
        List.of("", "Zürich \u2028 \ud83d\ude00", "half \ud83d of it", "\"\\\n\t\0\u009b")) {
      Entry entry = new Entry.RolledBack("c-000001", reason, "uid:0", NOW);
      assertThat(again(entry)).isEqualTo(entry);
      assertThat(entry.text()).matches("[ -~]*");
    }
  }

  @Test
  void aSettingOfMoreOrLessIsRefused() {
    for (String text :
        List.of(
            "{\"kind\":\"pfc\",\"lossless\":[3],\"more\":1}",
            "{\"kind\":\"pfc\"}",
            "{\"kind\":\"pfc\",\"lossless\":[4,3]}",
            "{\"kind\":\"pfc\",\"lossless\":[9]}",
            "{\"kind\":\"pfc\",\"lossless\":\"3\"}",
            "{\"kind\":\"none\"}",
            "{\"lossless\":[3]}",
            "[]",
            "{\"kind\":\"pfc\",\"lossless\":[3]} {}",
            "{\"kind\":\"pfc\",\"kind\":\"pfc\",\"lossless\":[3]}",
            "{\"kind\":\"pfc\",\"lossless\":[3]")) {
      assertThatThrownBy(() -> PlainJson.read(text.getBytes(UTF_8), Setting.class, "here"))
          .as(text)
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("here makes no sense");
    }
  }

  @Test
  void aLineThatIsCutMakesNoSense() {
    byte[] whole = EntryLine.object(JournalTest.entries(new Samples(13), 1).getFirst());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> PlainJson.read(cut, Entry.class, "here"))
          .as("cut at " + length)
          .isInstanceOf(StoreException.class);
    }
  }
}
