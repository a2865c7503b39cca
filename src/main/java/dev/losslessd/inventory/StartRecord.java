package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.model.Incarnation;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The last start of one switch by each fact that it reports, and its last reboot. Kept as lines
 * {@code start boot-id 0b1e 2026-03-01T13:14:00Z} and {@code reboot AFTER BY AT [lost]}. Safe for
 * threads.
 */
final class StartRecord {
  /** How old the time of the last look may be that is kept: each look would be a write. */
  private static final Duration KEPT = Duration.ofHours(1);

  private static final String LOST = "lost";

  private record Seen(Incarnation start, Instant at) {}

  private final DeviceNotes notes;
  private final Map<Incarnation.Kind, Seen> last = new EnumMap<>(Incarnation.Kind.class);
  private volatile Optional<Reboot> reboot = Optional.empty();
  private Instant kept = Instant.EPOCH;

  /** Whether settings are gone that were there before the last reboot. */
  private volatile boolean lost;

  private boolean keptLost;

  /**
   * @param now when this process sees the switch first
   */
  StartRecord(DeviceNotes notes, Instant now) {
    this.notes = notes;
    notes.recall().get().stream().flatMap(String::lines).forEach(this::recall);
    keptLost = lost;
    reboot = reboot.map(one -> lost ? one.readAgain(now) : one);
  }

  private void recall(String line) {
    String[] words = line.split(" ", -1);
    try {
      if (words.length == 4 && words[0].equals("start")) {
        Instant at = Instant.parse(words[3]);
        Incarnation.parse(words[1] + " " + words[2])
            .ifPresent(start -> last.put(start.kind(), new Seen(start, at)));
      } else if (words.length >= 4 && words[0].equals("reboot")) {
        lost = words.length == 5 && words[4].equals(LOST);
        reboot =
            Optional.of(
                new Reboot(
                    Instant.parse(words[1]), Instant.parse(words[2]), Instant.parse(words[3])));
      }
    } catch (DateTimeParseException e) {
      // of another version: it is as if nothing had been kept
    }
  }

  /** Takes note of a start; returns the reboot that it shows. */
  synchronized Optional<Reboot> seen(Incarnation start, Instant now) {
    Optional<Seen> before = Optional.ofNullable(last.put(start.kind(), new Seen(start, now)));
    Optional<Reboot> shown =
        before.filter(one -> one.start().isOther(start)).map(one -> reboot(one.at(), start, now));
    reboot = shown.or(() -> reboot);
    boolean isNew = before.filter(one -> !one.start().isOther(start)).isEmpty();
    if (isNew || lost != keptLost || Duration.between(kept, now).abs().compareTo(KEPT) >= 0) {
      kept = now;
      keptLost = lost;
      notes.keep().accept(text());
    }
    return shown;
  }

  /** This host's clock may have been set back since the last look. */
  private static Reboot reboot(Instant lastLook, Incarnation start, Instant now) {
    Instant after = lastLook.isBefore(now) ? lastLook : now;
    boolean hasTime = start.kind() == Incarnation.Kind.BOOTED;
    return new Reboot(after, now, hasTime ? Instant.parse(start.value()) : now);
  }

  /** Takes note whether settings are gone since the last reboot; the next look writes it. */
  void lost(boolean gone) {
    lost = gone;
  }

  /** The last reboot. Does not wait while a note is written: the state folder may hang. */
  Optional<Reboot> reboot() {
    return reboot;
  }

  private String text() {
    Stream<String> starts =
        last.values().stream().map(one -> "start " + one.start().text() + " " + one.at());
    Stream<String> reboots =
        reboot.stream()
            .map(one ->
                "reboot %s %s %s%s"
                    .formatted(one.after(), one.by(), one.at(), keptLost ? " " + LOST : ""));
    return Stream.concat(starts, reboots).map(line -> line + "\n").collect(Collectors.joining());
  }
}
