package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The queues that mark; {@link Ecn.Marking#UNTOLD} where a threshold cannot be had in bytes. */
final class EcnLines extends PortSetting<Ecn> {
  private static final Pattern MARKING =
      Pattern.compile(
          "random-detect ecn minimum-threshold (\\d+) (\\w+) maximum-threshold (\\d+) (\\w+)"
              + "(?: max-mark-probability (\\d+))?(?: weight \\d+)?");

  /** Unverified: 1000, as everywhere in this field; no guide that says 1024 was found. */
  private static final Map<String, Long> BYTES =
      Map.of("bytes", 1L, "kbytes", 1_000L, "mbytes", 1_000_000L);

  EcnLines() {
    super(
        Ecn.class,
        Home.PROFILE,
        "(?:queue )?random-detect ecn(?: .*)?",
        Form.queue(
            "random-detect ecn minimum-threshold .*|no random-detect ecn(?: minimum-threshold)?",
            "no random-detect ecn",
            "random-detect ecn minimum-threshold <NUMBER> <UNIT> maximum-threshold <NUMBER> <UNIT>"
                + "(?: max-mark-probability \\d{1,3})?(?: weight \\d{1,2})?",
            "no random-detect ecn"));
  }

  @Override
  Capability ability() {
    return Capability.writable(Risk.BUFFER_RECARVE);
  }

  @Override
  Ecn read(EosSnapshot now, String port, List<ConfigLine> lines) {
    now.config().requireQueuesAreClasses();
    now.config().requireMarksByQueue();
    return parse(lines);
  }

  static Ecn parse(List<ConfigLine> lines) {
    Map<Priority, Ecn.Marking> marks = new TreeMap<>();
    lines.stream()
        .filter(line -> !line.text().startsWith("no "))
        .forEach(line -> marks.put(Priority.of(line.number()), marking(line)));
    return Ecn.of(marks);
  }

  private static Ecn.Marking marking(ConfigLine line) {
    Matcher m = MARKING.matcher(line.text());
    if (!m.matches()) {
      throw line.garbled("thresholds with units, probability, weight");
    }
    if (!isInBytes(m)) {
      return Ecn.Marking.UNTOLD;
    }
    long min = bytes(m.group(1), m.group(2), line);
    long max = bytes(m.group(3), m.group(4), line);
    int percent = line.percent(m.group(5));
    if (max < min) {
      throw line.garbled("a minimum below the maximum");
    }
    return new Ecn.Marking(min, max, percent);
  }

  /**
   * Whether a line has all numbers of a mark. Segments and times depend on the port's speed or the
   * chip, and no source has the default of a probability.
   */
  private static boolean isInBytes(Matcher mark) {
    return BYTES.containsKey(mark.group(2))
        && BYTES.containsKey(mark.group(4))
        && mark.group(5) != null;
  }

  private static boolean isInBytes(String text) {
    Matcher mark = MARKING.matcher(text);
    return !mark.matches() || isInBytes(mark);
  }

  private static long bytes(String number, String unit, ConfigLine line) {
    if (number.length() > 12) {
      throw line.garbled("thresholds of at most 12 digits");
    }
    return Long.parseLong(number) * Objects.requireNonNull(BYTES.get(unit));
  }

  @Override
  Stream<ConfigLine> render(Ecn ecn, Place place) {
    List<ConfigLine> now = place.before().lines(SettingKind.ECN);
    return ecn.marking().entrySet().stream()
        .map(mark -> line(place, mark.getKey(), mark.getValue(), now));
  }

  /** A mark without numbers keeps its own line. */
  private static ConfigLine line(
      Place place, Priority queue, Ecn.Marking mark, List<ConfigLine> now) {
    return mark.isTold()
        ? place.queue(queue, text(mark))
        : now.stream()
            .filter(line -> line.number() == queue.value() && !isInBytes(line.text()))
            .findFirst()
            .orElseThrow(() ->
                DeviceException.unsupported("ecn " + queue + ": expected thresholds in bytes"));
  }

  private static String text(Ecn.Marking mark) {
    return ("random-detect ecn minimum-threshold %d bytes maximum-threshold %d bytes"
            + " max-mark-probability %d")
        .formatted(mark.minBytes(), mark.maxBytes(), mark.probabilityPercent());
  }

  /** An average of the queue is compared, which lags behind it; or the thresholds are no bytes. */
  @Override
  boolean adds(Ecn ecn, ConfigLine line) {
    return Pattern.matches(".* weight \\d+", line.text()) || !isInBytes(line.text());
  }
}
