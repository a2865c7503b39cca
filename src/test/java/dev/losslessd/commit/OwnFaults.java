package dev.losslessd.commit;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Unexpected exceptions of the daemon's own code, thrown by the fakes of a {@link Rig}: once, at
 * the n-th call of a place from now on, or at each call.
 */
final class OwnFaults {
  /** Code of the daemon, or of a driver, that the engine calls. */
  enum Place {
    GUARD_BEGIN,
    GUARD_APPLIED,
    GUARD_BREACH,
    GUARD_SHARED,
    GUARD_UNDECIDED,
    GUARD_IDLE,
    GUARD_HAND_OVER,
    GUARD_END,
    BUSY,
    AROUND,
    LISTENER,
    WITNESS,
    DEAD_MAN,
    /** Before a device is called. */
    SESSION,
    /** After a device has done what it was called for. */
    ANSWER
  }

  /** Kinds of what is thrown. */
  enum Kind {
    EXCEPTION,
    ERROR
  }

  /** A fault that a rule, a parser or a listener may have. */
  static final class Bug extends IllegalStateException {
    private static final long serialVersionUID = 1;

    Bug(Place place) {
      super("a fault of " + place);
    }
  }

  /** A fault that is no exception, and does not concern the whole process. */
  static final class Failure extends AssertionError {
    private static final long serialVersionUID = 1;

    Failure(Place place) {
      super("a failure of " + place);
    }
  }

  private record Armed(Kind kind, int calls, boolean always) {}

  private final Map<Place, Armed> armed = new EnumMap<>(Place.class);

  /** Places that have thrown, in this order. */
  final List<Place> thrown = new CopyOnWriteArrayList<>();

  /** Arms a place to throw at its n-th call from now on, counted from 0, and never again. */
  synchronized void once(Place place, Kind kind, int calls) {
    armed.put(place, new Armed(kind, calls, false));
  }

  /** Arms any place to throw anything, soon. */
  void any(Random random) {
    Place place = Place.values()[random.nextInt(Place.values().length)];
    once(place, Kind.values()[random.nextInt(Kind.values().length)], random.nextInt(5));
  }

  synchronized void always(Place place, Kind kind) {
    armed.put(place, new Armed(kind, 0, true));
  }

  synchronized void end() {
    armed.clear();
  }

  /** Throws where a test has armed this place. */
  void at(Place place) {
    Kind kind = next(place);
    if (kind != null) {
      thrown.add(place);
      switch (kind) {
        case EXCEPTION -> throw new Bug(place);
        case ERROR -> throw new Failure(place);
      }
    }
  }

  private synchronized @Nullable Kind next(Place place) {
    Armed now = armed.get(place);
    if (now == null) {
      return null;
    }
    if (now.calls() > 0) {
      armed.put(place, new Armed(now.kind(), now.calls() - 1, false));
      return null;
    }
    if (!now.always()) {
      armed.remove(place);
    }
    return now.kind();
  }

  /** Whether an exception comes from here. */
  static boolean isOwn(@Nullable Throwable thrown) {
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      if (one instanceof Bug || one instanceof Failure) {
        return true;
      }
    }
    return false;
  }
}
