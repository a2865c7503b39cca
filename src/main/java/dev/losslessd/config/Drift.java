package dev.losslessd.config;

import dev.losslessd.config.Row.Keys;
import dev.losslessd.config.Row.Name;
import dev.losslessd.config.Row.OneOf;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.config.Shape.Choice;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Response to settings that are not as wanted. */
public record Drift(
    @Name("default")
        @Reload("report only tells; repair brings back what was confirmed before, in enforce mode")
        @OneOf({"report", "repair"})
        @Usual("report")
        String usual,
    @Keys("other than the default, by setting") Classes classes) {
  boolean repairs(SettingKind kind) {
    return classes.byWord().getOrDefault(kind.word(), usual).equals("repair");
  }

  /**
   * Responses to drift by setting, other than the default.
   *
   * @param byWord {@code report} or {@code repair} by the word of a setting
   */
  record Classes(Map<String, String> byWord) {
    private static final Shape RESPONSE = new Choice(List.of("report", "repair"));
    static final Shape SHAPE =
        new Section(
            Stream.of(SettingKind.values())
                .map(kind -> Key.live(kind.word(), RESPONSE, kind.meaning()))
                .toList());
  }
}
