package dev.losslessd.topology;

import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract.Check;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Both ends of a link, as the checks see them.
 *
 * @param wanted priorities that the intent wants lossless at either end
 */
record Ends(End a, End b, PrioritySet wanted) {
  /** Two values of one setting. */
  record Values<T>(T a, T b) {}

  /** Empty unless both tell it. */
  <T extends Setting> Optional<Values<T>> values(SettingKind kind, Class<T> type) {
    return a.value(kind, type)
        .flatMap(atA -> b.value(kind, type).map(atB -> new Values<>(atA, atB)));
  }

  Stream<End> switches() {
    return Stream.of(a, b).filter(End::isSwitch);
  }

  boolean anySwitch() {
    return a.isSwitch() || b.isSwitch();
  }

  End other(End end) {
    return end.port().equals(a.port()) ? b : a;
  }

  /** Whether both ends report no lossless priority, and none is wanted. */
  boolean nothingLossless() {
    return wanted.isEmpty()
        && values(SettingKind.PFC, Pfc.class)
            .filter(pfc -> pfc.a().lossless().isEmpty() && pfc.b().lossless().isEmpty())
            .isPresent();
  }

  /** Priorities that either end pauses, or that are wanted so. */
  PrioritySet lossless() {
    return new PrioritySet(mask(a) | mask(b) | wanted.mask());
  }

  private static int mask(End end) {
    return end.value(SettingKind.PFC, Pfc.class).map(pfc -> pfc.lossless().mask()).orElse(0);
  }

  /**
   * @param why empty where it is ok
   */
  Check judged(SettingKind kind, String why) {
    return check(kind, why.isEmpty() ? Verdict.OK : Verdict.BROKEN, why);
  }

  /** Judges a setting of which both ends tell the value. */
  <T extends Setting> Check judged(
      SettingKind kind, Class<T> type, Function<Values<T>, String> why) {
    return values(kind, type)
        .map(both -> judged(kind, why.apply(both)))
        .orElseGet(() -> unknown(kind, a.reading(kind).inForce().isEmpty() ? a : b));
  }

  Check unknown(SettingKind kind, End silent) {
    return check(kind, Verdict.UNKNOWN, silent.port() + " does not tell its " + kind.word());
  }

  private Check check(SettingKind kind, Verdict verdict, String why) {
    return new Check(kind.word(), verdict, a.reading(kind).text(), b.reading(kind).text(), why);
  }

  /** The one line of a link of which an end tells nothing. */
  Check unseen() {
    List<String> silent =
        Stream.of(a, b).filter(End::isSilent).map(end -> end.port().toString()).toList();
    return new Check(
        "seen",
        Verdict.UNKNOWN,
        a.isSilent() ? "no" : "yes",
        b.isSilent() ? "no" : "yes",
        "nothing is told here by " + String.join(" and ", silent));
  }

  /** An end that tells nothing at all. */
  Optional<End> silent() {
    return Stream.of(a, b).filter(End::isSilent).findFirst();
  }
}
