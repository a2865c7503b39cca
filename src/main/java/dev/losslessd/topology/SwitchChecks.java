package dev.losslessd.topology;

import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks of what a switch must do for a link of its to be lossless. */
final class SwitchChecks {
  private SwitchChecks() {}

  /**
   * A port that classifies by PCP never looks at the DSCP map. A NIC that does not tell is not
   * blamed: some kernel drivers have no such setting.
   */
  static Check trust(Ends ends) {
    Optional<End> untold =
        Stream.of(ends.a(), ends.b())
            .filter(end -> end.isSilent() || end.isSwitch() || !ends.anySwitch())
            .filter(end -> end.value(SettingKind.TRUST, Trust.class).isEmpty())
            .findFirst();
    return untold
        .map(end -> ends.unknown(SettingKind.TRUST, end))
        .orElseGet(() -> ends.judged(SettingKind.TRUST, byPcp(ends)));
  }

  private static String byPcp(Ends ends) {
    return Stream.of(ends.a(), ends.b())
        .filter(end ->
            end.value(SettingKind.TRUST, Trust.class)
                .filter(trust -> trust.field() == Trust.Field.PCP)
                .isPresent())
        .findFirst()
        .map(end -> end.port() + " classifies by PCP and ignores its DSCP map")
        .orElse("");
  }

  /**
   * The priorities that the link pauses must be among those that the whole switch does not drop.
   */
  static Check lossless(Ends ends) {
    return check(ends, "lossless", SwitchChecks::losslessText, SwitchChecks::losslessWhy);
  }

  private static String losslessText(End end) {
    return end.isSwitch()
        ? end.reading(SettingKind.LOSSLESS).text()
        : "pfc " + end.reading(SettingKind.PFC).text();
  }

  private static Optional<String> losslessWhy(Ends ends, End leaf) {
    return leaf.value(SettingKind.LOSSLESS, Lossless.class)
        .map(lossless -> ends.lossless().mask() & ~lossless.priorities().mask())
        .map(missing ->
            missing == 0
                ? ""
                : "%s has no lossless queue for priority %s"
                    .formatted(leaf.port().device(), new PrioritySet(missing)));
  }

  /**
   * Senders must be slowed down by marks before pause has to stop them, so each lossless queue of a
   * switch marks. A NIC marks nothing itself, but heeds marks by DCQCN, where it tells that. Both
   * off is the known "PFC only" fleet and agreed; one of them alone does nothing.
   */
  static Check ecn(Ends ends) {
    return check(ends, "ecn", SwitchChecks::ecnText, SwitchChecks::ecnWhy);
  }

  private static String ecnText(End end) {
    if (end.isSwitch()) {
      return end.reading(SettingKind.ECN).text();
    }
    return heeded(end)
        .map(on -> "dcqcn " + (on.isEmpty() ? "off" : "on for " + on))
        .orElse("dcqcn not told");
  }

  /** Priorities whose marks a NIC heeds; empty where it does not tell. */
  private static Optional<PrioritySet> heeded(End end) {
    return end.value(SettingKind.DCQCN, Dcqcn.class)
        .flatMap(dcqcn -> Optional.ofNullable(dcqcn.enabled()));
  }

  private static Optional<String> ecnWhy(Ends ends, End leaf) {
    return leaf.value(SettingKind.ECN, Ecn.class).map(ecn -> ecnWhy(ends, leaf, ecn));
  }

  private static String ecnWhy(Ends ends, End leaf, Ecn ecn) {
    End peer = ends.other(leaf);
    Optional<PrioritySet> heeded = peer.isSwitch() ? Optional.empty() : heeded(peer);
    List<String> why = new ArrayList<>();
    for (Priority priority : ends.lossless().priorities()) {
      boolean marks = ecn.marking().containsKey(priority);
      boolean ignored = heeded.filter(on -> !on.contains(priority)).isPresent();
      if (!marks && !ignored) {
        why.add(leaf.port() + " marks nothing in priority " + priority + ": only PFC slows down");
      } else if (marks && ignored) {
        why.add(peer.port() + " ignores marks: DCQCN is off for priority " + priority);
      }
    }
    return String.join("; ", why);
  }

  /**
   * A check of each switch of the link.
   *
   * @param why of a switch: empty text where it is ok, nothing where it does not tell
   */
  private static Check check(
      Ends ends,
      String name,
      Function<End, String> text,
      BiFunction<Ends, End, Optional<String>> why) {
    String atA = text.apply(ends.a());
    String atB = text.apply(ends.b());
    Optional<End> untold =
        ends.silent()
            .or(() -> ends.switches().filter(leaf -> why.apply(ends, leaf).isEmpty()).findFirst());
    if (untold.isPresent()) {
      return new Check(
          name, Verdict.UNKNOWN, atA, atB, untold.get().port() + " does not tell its " + name);
    }
    String all =
        String.join(
            "; ",
            ends.switches()
                .flatMap(leaf -> why.apply(ends, leaf).stream())
                .filter(one -> !one.isEmpty())
                .distinct()
                .toList());
    return new Check(name, all.isEmpty() ? Verdict.OK : Verdict.BROKEN, atA, atB, all);
  }
}
