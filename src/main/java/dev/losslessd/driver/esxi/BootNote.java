package dev.losslessd.driver.esxi;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Knowledge about a host's boot when a daemon last looked, so that the next one can go on from
 * there.
 *
 * @param at when it was looked at
 * @param up how long it was up then; microseconds. Unverified: no source tells the unit of {@code
 *     esxcli system stats uptime get}. In another unit the times do not fit, and nothing is known
 */
record BootNote(Instant at, long up, Map<Module, Load> loads) {
  /**
   * One module in this boot.
   *
   * @param first parameters of the next boot when they were first seen
   * @param last the same when they were last seen
   * @param loaded those in force; null where nobody knows
   * @param written whether we wrote them
   */
  record Load(Options first, Options last, @Nullable Options loaded, boolean written) {}

  private static final String HEAD = "losslessd esxi boot 1";
  private static final Pattern SEEN = Pattern.compile("seen (\\S{1,40}) up (\\d{1,18})");
  private static final Pattern MODULE = Pattern.compile("(nmlx5_\\w+) written=(true|false)");

  /** Clocks are set, and drift apart. */
  private static final Duration SLACK = Duration.ofSeconds(60);

  private static final int DRIFT = 1_000;

  BootNote {
    loads = Map.copyOf(loads);
  }

  /**
   * Whether a host that is up for so long now has not been booted since. Up for longer than it was,
   * by as much as has passed; a host that had been up for less than clocks may be wrong proves
   * nothing.
   */
  boolean isSameBoot(Instant now, long upNow) {
    long passed = Duration.between(at, now).toNanos() / 1_000;
    long slack = SLACK.toNanos() / 1_000 + Math.abs(passed) / DRIFT;
    return passed >= 0 && up > slack && upNow >= up && Math.abs(upNow - up - passed) <= slack;
  }

  /** Whether the same is known, whenever it was seen. */
  boolean saysAs(BootNote other) {
    return loads.equals(other.loads);
  }

  String text() {
    StringBuilder text = new StringBuilder(HEAD + "\nseen " + at + " up " + up + "\n");
    new TreeMap<>(loads)
        .forEach((module, load) -> {
          text.append(module.word()).append(" written=").append(load.written()).append('\n');
          line(text, "first", load.first());
          line(text, "last", load.last());
          line(text, "loaded", load.loaded());
        });
    return text.toString();
  }

  private static void line(StringBuilder text, String word, @Nullable Options options) {
    if (options != null) {
      text.append(word).append('=').append(options.text()).append('\n');
    }
  }

  /** Empty for what is no such note, whole. */
  static Optional<BootNote> parse(String text) {
    String[] lines = text.split("\n", -1);
    Matcher seen = SEEN.matcher(lines.length < 2 ? "" : lines[1]);
    if (!lines[0].equals(HEAD) || !seen.matches() || !text.endsWith("\n")) {
      return Optional.empty();
    }
    Map<Module, Load> loads = new EnumMap<>(Module.class);
    int n = 2;
    while (n < lines.length - 1) {
      Matcher head = MODULE.matcher(lines[n]);
      Optional<Module> module = head.matches() ? Module.named(head.group(1)) : Optional.empty();
      Options first = n + 1 < lines.length ? value(lines[n + 1], "first") : null;
      Options last = n + 2 < lines.length ? value(lines[n + 2], "last") : null;
      if (module.isEmpty() || first == null || last == null) {
        return Optional.empty();
      }
      Options loaded = value(lines[n + 3], "loaded");
      loads.put(module.get(), new Load(first, last, loaded, Boolean.parseBoolean(head.group(2))));
      n += loaded == null ? 3 : 4;
    }
    try {
      Instant at = Instant.parse(seen.group(1));
      return Optional.of(new BootNote(at, Long.parseLong(seen.group(2)), loads));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Options value(String line, String word) {
    return line.startsWith(word + "=") ? new Options(line.substring(word.length() + 1)) : null;
  }
}
