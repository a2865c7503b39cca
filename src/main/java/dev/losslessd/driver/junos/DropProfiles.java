package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.cos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ecn;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.stream.Stream;

/**
 * Drop profiles. Junos has thresholds in whole percent of a queue's buffer, losslessd in bytes: a
 * profile made here is named by the bytes that were asked for and the buffer that they are percents
 * of, so that both can be read back.
 *
 * @param name of a drop profile of ours
 * @param marking as it was asked for
 * @param bufferBytes of the queue when it was set
 */
record DropProfiles(String name, Ecn.Marking marking, long bufferBytes) {
  private static final Pattern NAME =
      Pattern.compile("losslessd-(\\d{1,12})-(\\d{1,12})-(\\d{1,3})-of-(\\d{1,12})");

  private static final String PROFILES = cos("drop-profiles ");

  /**
   * Marking curve of a drop profile.
   *
   * @param min percent of the buffer below which nothing is marked
   * @param max percent of the buffer at which the probability is reached
   */
  record Percents(int min, int max, int probability) {
    /** Describes the curve for notes: {@code 55..90 % of a buffer of 8388608 bytes}. */
    String text(long buffer) {
      return min + ".." + max + " % of a buffer of " + buffer + " bytes";
    }
  }

  /**
   * A profile for a marking.
   *
   * @throws DeviceException UNSUPPORTED if the buffer is smaller than its thresholds
   */
  static DropProfiles of(Ecn.Marking marking, long bufferBytes) {
    if (marking.maxBytes() > bufferBytes) {
      throw DeviceException.unsupported(
          "ECN thresholds %s..%s bytes: the queue's buffer has %s bytes"
              .formatted(marking.minBytes(), marking.maxBytes(), bufferBytes));
    }
    String name =
        "losslessd-%d-%d-%d-of-%d"
            .formatted(
                marking.minBytes(), marking.maxBytes(), marking.probabilityPercent(), bufferBytes);
    return new DropProfiles(name, marking, bufferBytes);
  }

  /** Returns whether this agent made a profile, by its name. */
  static boolean isOurs(String name) {
    return NAME.matcher(name).matches();
  }

  /** Parses the name of a profile that this agent made. */
  static DropProfiles parse(String name) {
    Matcher m = NAME.matcher(name);
    if (!m.matches() || Long.parseLong(m.group(4)) == 0 || Integer.parseInt(m.group(3)) > 100) {
      throw JunosConfig.garbled(
          "drop-profile " + PrintableText.brief(name), "losslessd-MIN-MAX-PROBABILITY-of-BUFFER");
    }
    long min = Long.parseLong(m.group(1));
    long max = Long.parseLong(m.group(2));
    if (max < min) {
      throw JunosConfig.garbled("drop-profile " + name, "a minimum below the maximum");
    }
    Ecn.Marking marking = new Ecn.Marking(min, max, Integer.parseInt(m.group(3)));
    return of(marking, Long.parseLong(m.group(4)));
  }

  /** Rounded to the nearest; a threshold that is there is at least 1, and the two differ. */
  Percents percents() {
    int min = percent(marking.minBytes());
    min = min == 0 && marking.minBytes() > 0 ? 1 : Math.min(min, 99);
    return new Percents(
        min, Math.max(min + 1, percent(marking.maxBytes())), marking.probabilityPercent());
  }

  private int percent(long bytes) {
    return (int) ((bytes * 100 + bufferBytes / 2) / bufferBytes);
  }

  /** Returns the statements that define this profile. */
  List<String> statements() {
    Percents p = percents();
    return Stream.of(
            "fill-level " + p.min(),
            "fill-level " + p.max(),
            "drop-probability 0",
            "drop-probability " + p.probability())
        .distinct()
        .map(point -> PROFILES + name + " interpolate " + point)
        .toList();
  }

  /**
   * Parses a drop profile of the configuration.
   *
   * @throws DeviceException UNSUPPORTED for a curve of another form
   */
  static Percents percents(Statements config, String profile) {
    String at = PROFILES + profile;
    List<Integer> l = numbers(config, at + " interpolate ", "fill-level");
    List<Integer> c = numbers(config, at + " interpolate ", "drop-probability");
    boolean rising = l.size() == 2 && l.get(0) < l.get(1);
    // a chance of 0 at both ends is printed once
    boolean fromZero = !c.isEmpty() && c.get(0) == 0 && c.size() <= 2;
    if (!rising || !fromZero) {
      throw DeviceException.unsupported(
          ("drop profile %s says '%s': expected interpolate with two fill levels and a probability"
                  + " from 0")
              .formatted(
                  PrintableText.brief(profile),
                  PrintableText.brief(String.join("; ", config.below(at)))));
    }
    return new Percents(l.get(0), l.get(1), c.getLast());
  }

  private static List<Integer> numbers(Statements config, String at, String word) {
    return config.names(at + word).stream()
        .map(text -> JunosConfig.number(word + " " + text, text, 100, "0..100 percent"))
        .toList();
  }
}
