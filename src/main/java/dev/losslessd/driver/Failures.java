package dev.losslessd.driver;

import dev.losslessd.model.Change;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.ValueLimit;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Failures of a way to a device as failures of the device, with port, setting and value. */
public final class Failures {
  private Failures() {}

  /**
   * @param place port or target
   * @param what setting and value: {@code pfc 3}
   */
  public static DeviceException of(Object place, String what, TransportException e) {
    return new DeviceException(kind(e), place + " " + what + ": " + e.getMessage(), e);
  }

  /**
   * Does some work with a device.
   *
   * @throws DeviceException for whatever goes wrong on the way, see {@link #of}
   */
  public static <T> T asking(Object place, String what, Supplier<T> work) {
    try {
      return work.get();
    } catch (TransportException e) {
      throw of(place, what, e);
    }
  }

  /**
   * Returns the reason against writing, as far as it can be found while the gate is closed.
   *
   * @param attempt asks the device, which needs the gate
   * @return nothing while the gate is closed: then nothing can be changed either
   */
  public static Optional<String> unlessClosed(Supplier<Optional<String>> attempt) {
    try {
      return attempt.get();
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.CLOSED_GATE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Does some work now; what it returns hands out its value, or fails as it did. */
  public static <T> Supplier<T> outcome(Supplier<T> work) {
    try {
      T value = work.get();
      return () -> value;
    } catch (DeviceException e) {
      return () -> {
        throw e;
      };
    }
  }

  /** A setting's reading; unread, with the reason, if the device's answer has none. */
  public static Reading orUnread(Supplier<Reading> setting) {
    try {
      return setting.get();
    } catch (DeviceException e) {
      return new Reading.Unread(e.getMessage());
    }
  }

  /**
   * A setting's reading; unsupported where this switch has no such thing, else as {@link
   * #orUnread}.
   */
  public static Reading orUnsupported(Supplier<Reading> setting) {
    return orUnread(() -> {
      try {
        return setting.get();
      } catch (DeviceException e) {
        if (e.kind() == DeviceException.Kind.UNSUPPORTED) {
          return new Reading.Unsupported(e.getMessage());
        }
        throw e;
      }
    });
  }

  /**
   * A setting's reading of a system that is watched, as {@link #orUnsupported}; a switch that does
   * not answer at all is no reading.
   *
   * @throws DeviceException TIMEOUT, GONE, LIED or CLOSED_GATE
   */
  public static Reading orUntold(Supplier<Reading> setting) {
    return answered(
        setting,
        e ->
            e.kind() == DeviceException.Kind.UNSUPPORTED
                ? new Reading.Unsupported(e.getMessage())
                : new Reading.Unread(e.getMessage()));
  }

  /**
   * Returns what some work returns, or what comes of a refusal or of an answer that is not
   * understood.
   *
   * @throws DeviceException TIMEOUT, GONE, LIED or CLOSED_GATE: the device has not answered
   */
  public static <T> T answered(Supplier<T> work, Function<DeviceException, T> otherwise) {
    try {
      return work.get();
    } catch (DeviceException e) {
      return switch (e.kind()) {
        case UNSUPPORTED, REFUSED, GARBLED -> otherwise.apply(e);
        case TIMEOUT, GONE, CLOSED_GATE, LIED -> throw e;
      };
    }
  }

  /** Returns what some work returns, or something else if it fails, whatever the reason. */
  public static <T> T readable(Supplier<T> work, T otherwise) {
    try {
      return work.get();
    } catch (DeviceException e) {
      return otherwise;
    }
  }

  /**
   * Returns a driver's check of a value as a limit, so that a plan refuses what the driver would.
   *
   * @param check throws REFUSED or UNSUPPORTED with the reason; asks no device
   */
  public static <T extends Setting> ValueLimit asLimit(Class<T> type, Consumer<T> check) {
    return wanted ->
        complaint(() -> check.accept(type.cast(wanted))).map(DeviceException::getMessage);
  }

  /**
   * Returns why lines that are not sent cannot be worked out.
   *
   * @throws DeviceException the device does not answer
   */
  static Optional<DeviceException> complaint(Runnable draft) {
    return answered(
        () -> {
          draft.run();
          return Optional.empty();
        },
        Optional::of);
  }

  static Refusal refusal(Change change, DeviceException why) {
    return PlanRule.UNSUPPORTED.refusal(change.key().toString(), why.getMessage());
  }

  private static DeviceException.Kind kind(TransportException e) {
    return switch (e.kind()) {
      case TIMEOUT -> DeviceException.Kind.TIMEOUT;
      // no session for now: a rewritten secret or a key that a person trusts mends it
      case GONE, AUTH, HOST_KEY -> DeviceException.Kind.GONE;
      case GARBLED -> DeviceException.Kind.GARBLED;
      case CLOSED_GATE -> DeviceException.Kind.CLOSED_GATE;
      case REFUSED ->
          e.errno() == Errno.EOPNOTSUPP
              ? DeviceException.Kind.UNSUPPORTED
              : DeviceException.Kind.REFUSED;
    };
  }
}
