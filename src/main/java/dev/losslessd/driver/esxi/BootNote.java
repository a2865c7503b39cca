package dev.losslessd.driver.esxi;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
  record Load(Options first, Options last, @Nullable Options loaded, boolean written) {
    /** Knowledge from the first look at a module. */
    static Load of(Options now) {
      return new Load(now, now, null, false);
    }

    Load seen(Options now) {
      return new Load(first, now, loaded, written);
    }

    /** Those that are the same before and after a boot are in force. */
    Load booted(Options now) {
      return new Load(now, now, last.equals(now) ? now : null, false);
    }

    Load byUs() {
      return new Load(first, last, loaded, true);
    }
  }

  private static final String HEAD = "losslessd esxi boot 1";
  private static final Pattern SEEN = Pattern.compile(HEAD + "\nseen (\\S{1,40}) up (\\d{1,18})\n");
  private static final Pattern MODULE =
      Pattern.compile(
          "(nmlx5_\\w+) written=(true|false)\nfirst=([^\n]*)\nlast=([^\n]*)\n"
              + "(?:loaded=([^\n]*)\n)?");

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
    Matcher seen = SEEN.matcher(text);
    if (!seen.lookingAt()) {
      return Optional.empty();
    }
    Map<Module, Load> loads = new EnumMap<>(Module.class);
    String rest = text.substring(seen.end());
    Matcher one = MODULE.matcher(rest);
    while (one.lookingAt()) {
      Optional<Module> module = Module.named(one.group(1));
      if (module.isEmpty()) {
        return Optional.empty();
      }
      Options loaded = one.group(5) == null ? null : new Options(one.group(5));
      boolean written = Boolean.parseBoolean(one.group(2));
      loads.put(
          module.get(),
          new Load(new Options(one.group(3)), new Options(one.group(4)), loaded, written));
      rest = rest.substring(one.end());
      one = MODULE.matcher(rest);
    }
    if (!rest.isEmpty()) {
      return Optional.empty();
    }
    try {
      Instant at = Instant.parse(seen.group(1));
      return Optional.of(new BootNote(at, Long.parseLong(seen.group(2)), loads));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
