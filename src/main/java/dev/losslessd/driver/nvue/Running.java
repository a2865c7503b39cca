package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import java.util.Optional;

/**
 * Output of {@code nv show interface PORT qos KIND}: what a port runs of one kind of profile. Its
 * readers throw GARBLED for a word of another form, or for none.
 *
 * @param shown output as a tree
 */
record Running(String port, String kind, Node shown) {
  Optional<String> text(String... path) {
    return shown.text(path);
  }

  private String word(String... path) {
    return text(path).orElse("nothing for " + path[path.length - 1]);
  }

  boolean isOn(String... path) {
    String word = word(path);
    return Switch.read(word).orElseThrow(() -> garbled(word, "enabled or disabled"));
  }

  int percent(String... path) {
    String word = word(path);
    return NumberRanges.number(word, 100, () -> garbled(word, "a percentage 0..100"));
  }

  Bytes bytes(String... path) {
    String word = word(path);
    return Bytes.parse(word).orElseThrow(() -> garbled(word, "a number of bytes"));
  }

  DeviceException garbled(String value, String expected) {
    return garbled(port, kind, value, expected);
  }

  static DeviceException garbled(String port, String kind, String value, String expected) {
    return ParseErrors.at("nv show interface " + port + " qos " + kind, value, expected);
  }
}
