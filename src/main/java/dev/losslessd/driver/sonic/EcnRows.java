package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ecn.Marking;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The WRED_PROFILE of each of a port's queues. A queue marks only if its profile has an {@code ecn}
 * mode with green in it, and {@code wred_green_enable}: without either it is silent.
 *
 * <p>Other ports use the stock profile AZURE_LOSSLESS too, so its thresholds are never changed: a
 * port that wants others names another profile.
 */
final class EcnRows {
  static final PortSetting SETTING =
      new PortSetting(SettingKind.ECN, EcnRows::owned, EcnRows::read, EcnRows::write);

  private EcnRows() {}

  private static Owned owned(String port) {
    return Owned.NOTHING.andQueues(port, RowReferences.WRED);
  }

  static Reading.Value read(ConfigDb db, String port) {
    Map<Priority, Marking> marking = new TreeMap<>();
    List<String> notes = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      Optional<Row> row = PortRows.of(db, Tables.QUEUE, port, n, RowReferences.WRED);
      Optional<Row> profile = row.flatMap(one -> RowReferences.of(db, one, RowReferences.WRED));
      if (profile.isEmpty()) {
        continue;
      }
      Row marks = RowReferences.require(db, row.orElseThrow(), RowReferences.WRED, profile.get());
      Optional<String> silent = silence(db, marks);
      if (silent.isEmpty()) {
        requireOwnQueue(db, port, n);
        marking.put(Priority.of(n), marking(db, marks));
      } else {
        notes.add(
            "queue %s has %s, which marks nothing: %s"
                .formatted(n, PrintableText.brief(marks.key()), silent.get()));
      }
    }
    return new Reading.Value(Ecn.of(marking), "", String.join("; ", notes));
  }

  /** Requires a queue of its own for a traffic class: else its marks are those of others too. */
  private static void requireOwnQueue(ConfigDb db, String port, int n) {
    if (!EtsRows.hasOwnQueue(db, port, n)) {
      throw DeviceException.unsupported(
          "tc_to_queue_map of %s gives queue %s not to traffic class %s alone: set its ets first"
              .formatted(port, n, n));
    }
  }

  /** Returns why a profile marks nothing; empty if it marks. */
  private static Optional<String> silence(ConfigDb db, Row profile) {
    // default ecn_none, default false (sonic-wred-profile.yang)
    String mode =
        db.get(
            profile,
            "ecn",
            "ecn_none",
            "ecn_(?:none|all|green|yellow|red|green_yellow|green_red|yellow_red)",
            "ecn_none, ecn_all or colours like ecn_green");
    boolean enabled =
        db.get(profile, "wred_green_enable").filter("true"::equalsIgnoreCase).isPresent();
    if (!mode.contains("green") && !mode.equals("ecn_all")) {
      return Optional.of("ecn is " + mode);
    }
    return enabled ? Optional.empty() : Optional.of("wred_green_enable is not true");
  }

  private static Marking marking(ConfigDb db, Row profile) {
    long min = number(db, profile, "green_min_threshold", "nothing");
    long max = number(db, profile, "green_max_threshold", "nothing");
    // default 100 (sonic-wred-profile.yang)
    long percent = number(db, profile, "green_drop_probability", "100");
    if (max < min || percent > 100) {
      throw profile.garbled(
          "green thresholds", min + ".." + max + "@" + percent, "min <= max, 0..100 %");
    }
    return new Marking(min, max, (int) percent);
  }

  private static long number(ConfigDb db, Row profile, String field, String otherwise) {
    return Long.parseLong(db.get(profile, field, otherwise, "\\d{1,18}", "a number"));
  }

  static void write(ConfigDb draft, String port, Setting wanted) {
    Map<Priority, Marking> now = ((Ecn) read(draft, port).setting()).marking();
    Map<Priority, Marking> marking = ((Ecn) wanted).marking();
    for (int n = 0; n < Priority.COUNT; n++) {
      Marking mark = marking.get(Priority.of(n));
      if (mark == null) {
        if (now.containsKey(Priority.of(n))) {
          draft.unsetWithRow(
              PortRows.own(draft, Tables.QUEUE, port, n, RowReferences.WRED), RowReferences.WRED);
        }
      } else if (!mark.equals(now.get(Priority.of(n)))) {
        requireOwnQueue(draft, port, n);
        RowReferences.set(
            draft,
            PortRows.own(draft, Tables.QUEUE, port, n, RowReferences.WRED),
            RowReferences.WRED,
            profile(draft, mark));
      }
    }
  }

  /** One that marks so already, else one of our own. */
  private static Row profile(ConfigDb db, Marking mark) {
    return OwnedRows.foundOr(
        db,
        Tables.WRED,
        row -> silence(db, row).isEmpty() && marking(db, row).equals(mark),
        () -> OwnedRows.marks(mark.minBytes(), mark.maxBytes(), mark.probabilityPercent()));
  }
}
