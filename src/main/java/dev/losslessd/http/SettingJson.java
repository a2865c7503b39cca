package dev.losslessd.http;

import dev.losslessd.model.Setting;
import dev.losslessd.text.Fields;
import java.nio.charset.StandardCharsets;

/** Settings as JSON; {@link SettingReader} is the way back. */
final class SettingJson {
  private SettingJson() {}

  static Fields write(Setting setting) {
    return Fields.of(setting.kind().shape().plain(setting));
  }

  static String text(Setting setting) {
    return new String(Json.bytes(write(setting)), StandardCharsets.UTF_8);
  }
}
