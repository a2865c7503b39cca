package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.ChangeWindow;
import dev.losslessd.model.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code limits}, {@code windows} and a switch's {@code buffer}. */
class LimitsTest {
  @TempDir private Path folder;

  @Test
  void withoutThemAnythingMayChangeAtAnyTime() throws IOException {
    assertThat(good("").limits()).isEqualTo(Limits.NONE);
  }

  @Test
  void limitsAndWindowsAreRead() throws IOException {
    Limits limits =
        good("""
        limits: { devicesPerCommit: 2, bouncesPerCommit: 0 }
        windows:
          - { days: [sat, sun], from: 22:00, to: "04:00", zone: Europe/Berlin }
          - { from: 01:30, to: 02:00, zone: UTC }
        """)
            .limits();

    assertThat(limits.devicesPerCommit()).hasValue(2);
    assertThat(limits.bouncesPerCommit()).hasValue(0);
    assertThat(limits.windows())
        .containsExactly(
            new ChangeWindow(
                Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY),
                LocalTime.of(22, 0),
                LocalTime.of(4, 0),
                ZoneId.of("Europe/Berlin")),
            new ChangeWindow(
                EnumSet.allOf(DayOfWeek.class),
                LocalTime.of(1, 30),
                LocalTime.of(2, 0),
                ZoneId.of("UTC")));
  }

  @Test
  void mistakesNameThePlaceTheValueAndWhatWasExpected() throws IOException {
    assertThat(bad("limits: { devicesPerCommit: 0 }")).contains("1 to 100000");
    assertThat(bad("windows: [ { from: 25:00, to: 04:00, zone: UTC } ]"))
        .isEqualTo("windows[0].from '25:00', expected a time of day like 02:30");
    assertThat(bad("windows: [ { from: 22:00, to: 04:00 } ]"))
        .startsWith("windows[0].zone missing, expected a time zone");
    assertThat(bad("windows: [ { from: 22:00, to: 04:00, zone: Europe/Berlim } ]"))
        .isEqualTo(
            "windows[0].zone 'Europe/Berlim' is no time zone, expected one like UTC or"
                + " Europe/Berlin");
    assertThat(bad("windows: [ { days: [], from: 22:00, to: 04:00, zone: UTC } ]"))
        .isEqualTo("windows[0].days no day, expected at least one of mon to sun");
    assertThat(bad("windows: [ { days: [monday], from: 22:00, to: 04:00, zone: UTC } ]"))
        .contains("one of mon, tue");
  }

  @Test
  void theBufferOfASwitchIsForTheRules() throws IOException {
    String head = "switches: [ { name: leaf1, address: \"::1\", os: nxos, ";

    Config.Buffer buffer =
        good(head + "buffer: { shared: 32MiB, alpha: 1/8, headroom: 113664B } } ]")
            .switches()
            .getFirst()
            .buffer()
            .orElseThrow();

    assertThat(buffer.shared()).contains(33_554_432L);
    assertThat(buffer.share()).contains(0.125);
    assertThat(buffer.headroom()).contains(113_664L);
    assertThat(
            good(head + "buffer: { shared: 4MB, alpha: 8 } } ]")
                .switches()
                .getFirst()
                .buffer()
                .flatMap(Config.Buffer::share))
        .contains(8.0);
    assertThat(bad(head + "buffer: { shared: 4MB } } ]"))
        .isEqualTo("switches[0].buffer.shared shared alone, expected shared and alpha together");
    assertThat(bad(head + "buffer: { shared: 4MB, alpha: 0.5 } } ]"))
        .contains("an alpha like 1/8, 1 or 8");
  }

  private Config good(String text) throws IOException {
    ConfigLoader.Result result = load(text);
    if (result instanceof ConfigLoader.Broken broken) {
      throw new AssertionError(broken.problems().stream().map(Problem::text).toList().toString());
    }
    return ((ConfigLoader.Loaded) result).config();
  }

  private String bad(String text) throws IOException {
    Problem first = ((ConfigLoader.Broken) load(text)).problems().getFirst();
    return first.key() + " " + first.message();
  }

  private ConfigLoader.Result load(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), text);
    return ConfigLoader.load(file, "gpu01", List.of(Path.of("config/profiles")));
  }
}
