package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingTextTest {
  private static final JsonValue NO_LIMIT = limits(0);
  private static final JsonValue LIMIT = limits(1_500_000);

  private static JsonValue limits(long ofThree) {
    return JsonValue.of(Map.of("kbitPerSecond", List.of(0, 0, 0, ofThree, 0, 0, 0, 0)));
  }

  /** The daemon's answers are pinned by the same examples, in http. */
  @Test
  void textOfEveryKindStaysAsItIs() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(Path.of("src/test/resources/settings/rest.txt"))) {
      String word = line.substring(0, line.indexOf(' '));
      String json = line.substring(line.indexOf('|') + 2);
      text.append(word).append(" | ");
      text.append(SettingText.text(word, Json.parse(json))).append('\n');
    }

    Golden.check("../settings/text", text.toString());
  }

  @Test
  void limitsAreShownInTheLargestUnitAndOnlyWhereTheyAre() {
    assertThat(SettingText.text("max-rate", LIMIT)).isEqualTo("tc3=1500mbit");
    assertThat(SettingText.text("max-rate", NO_LIMIT)).isEqualTo("none");
  }

  @Test
  void aLimitThatComesOrGoesIsOneDifference() {
    assertThat(SettingText.differences("max-rate", NO_LIMIT, LIMIT))
        .extracting(SettingText.Difference::text)
        .containsExactly("tc3: - -> 1500mbit");
    assertThat(SettingText.differences("max-rate", LIMIT, NO_LIMIT))
        .extracting(SettingText.Difference::text)
        .containsExactly("tc3: 1500mbit -> -");
  }

  @Test
  void partsThatChangeAlikeAreOneLine() {
    assertThat(
            SettingText.together(
                List.of(
                    new SettingText.Difference("tc0", "vendor", "50%"),
                    new SettingText.Difference("tc1", "vendor", "0%"),
                    new SettingText.Difference("tc12", "vendor", "0%"),
                    new SettingText.Difference("gd", "11", "8"),
                    new SettingText.Difference("prio-tc", "11", "8"))))
        .extracting(SettingText.Difference::text)
        .containsExactly(
            "tc0: vendor -> 50%", "tc1,12: vendor -> 0%", "gd: 11 -> 8", "prio-tc: 11 -> 8");
  }

  @Test
  void theDeciderIsOneWord() {
    assertThat(SettingText.text("dcbx", JsonValue.of(Map.of("decider", "host")))).isEqualTo("host");
    assertThat(SettingText.text("roce-tos", JsonValue.of(Map.of("tos", 106L)))).isEqualTo("106");
    assertThat(SettingText.text("traffic-class", JsonValue.of(Map.of("value", -1L))))
        .isEqualTo("none");
    assertThat(SettingText.text("optional-counters", JsonValue.of(Map.of("on", List.of()))))
        .isEqualTo("none");
  }
}
