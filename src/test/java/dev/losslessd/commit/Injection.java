package dev.losslessd.commit;

import dev.losslessd.commit.OwnFaults.Kind;
import dev.losslessd.commit.OwnFaults.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What goes wrong in the middle of an event, at the n-th point of it.
 *
 * @param what it is
 * @param place that throws; empty but for an own exception
 * @param kind what it throws
 */
record Injection(What what, Optional<Place> place, Kind kind) {
  /** What can go wrong at a point. */
  enum What {
    CRASH_AT_RECORD,
    CRASH_AT_CALL,
    CLOCK_FORWARD_AT_CALL,
    CLOCK_BACK_AT_CALL,
    OWN
  }

  /** Each kind of it. */
  static List<Injection> all() {
    List<Injection> all = new ArrayList<>();
    for (What what : What.values()) {
      if (what != What.OWN) {
        all.add(new Injection(what, Optional.empty(), Kind.EXCEPTION));
      }
    }
    for (Place place : Place.values()) {
      for (Kind kind : Kind.values()) {
        all.add(new Injection(What.OWN, Optional.of(place), kind));
      }
    }
    return all;
  }

  String text(int point) {
    return what
        + place.map(at -> " of " + at + " (" + kind + ")").orElse("")
        + " at point "
        + point;
  }
}
