package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Neighbors of a switch as a note that outlives the process: a host may be off while the daemon is
 * restarted, and its port is not. One line each, fields apart by tabs.
 */
final class NeighbourNotes {
  private static final String BETWEEN = "\t";
  private static final int FIELDS = 8;

  /** More than this is in no note: what cannot be read back is lost as a whole. */
  private static final int MOST_LINES = 2048;

  /** A neighbor with names longer than these is not remembered. */
  private static final int LONGEST = 256;

  private static final int MOST_CHARS = 60_000;

  /**
   * How long a port has not heard its neighbor. Days of the calendar with an answer count, so that
   * a silent port is one write a day, also of a daemon that is restarted often.
   *
   * @param days with an answer that did not have it
   * @param last day of them, as {@link LocalDate#toEpochDay}
   */
  record Silence(long days, long last) {
    static final Silence NONE = new Silence(0, 0);

    Silence at(long day) {
      return days > 0 && day == last ? this : new Silence(days + 1, day);
    }

    /** Whether it is surely that long: the first and the last day may be short. */
    boolean isLonger(Duration than) {
      return Duration.ofDays(days - 2).compareTo(than) >= 0;
    }
  }

  /** A neighbor in the note. */
  record Noted(Neighbour neighbour, Silence silence) {}

  private final DeviceNotes notes;
  private String kept = "";

  NeighbourNotes(DeviceNotes notes) {
    this.notes = notes;
  }

  /** Neighbors of the last note; lines that cannot be understood are left out. */
  List<Noted> recall() {
    kept = notes.recall().get().orElse("");
    List<Noted> all = new ArrayList<>();
    kept.lines().limit(MOST_LINES).forEach(line -> neighbour(line.split(BETWEEN, -1), all));
    return all;
  }

  private static void neighbour(String[] fields, List<Noted> all) {
    if (fields.length != FIELDS) {
      return;
    }
    try {
      Neighbour neighbour =
          new Neighbour(
              new PortId(new DeviceId(fields[0]), fields[1]),
              fields[2],
              fields[3],
              fields[4],
              Neighbour.Forwarding.valueOf(fields[5]));
      Silence silence =
          new Silence(Integer.parseUnsignedInt(fields[6]), Integer.parseUnsignedInt(fields[7]));
      all.add(new Noted(neighbour, silence));
    } catch (IllegalArgumentException e) {
      return; // of another version; the next answer brings it again
    }
  }

  /** Day of today, as {@link LocalDate#toEpochDay}. */
  long today() {
    return LocalDate.ofInstant(notes.clock().instant(), ZoneOffset.UTC).toEpochDay();
  }

  /** Writes a new note if something changed. */
  synchronized void keep(Supplier<List<Noted>> all) {
    StringBuilder lines = new StringBuilder();
    all.get().stream()
        .map(NeighbourNotes::line)
        .filter(line -> line.length() <= LONGEST)
        .filter(line -> line.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f)))
        .filter(line -> line.split(BETWEEN, -1).length == FIELDS)
        .filter(line -> lines.length() + line.length() < MOST_CHARS)
        .forEachOrdered(line -> lines.append(line).append('\n'));
    String text = lines.toString();
    if (!text.equals(kept)) {
      kept = text;
      notes.keep().accept(text);
    }
  }

  private static String line(Noted noted) {
    Neighbour one = noted.neighbour();
    return Stream.of(
            one.localPort().device().name(),
            one.localPort().name(),
            one.localName(),
            one.remoteSystem(),
            one.remotePort(),
            one.forwarding().name(),
            Long.toString(noted.silence().days()),
            Long.toString(noted.silence().last()))
        .collect(Collectors.joining(BETWEEN));
  }
}
