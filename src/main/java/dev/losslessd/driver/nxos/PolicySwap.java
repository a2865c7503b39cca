package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Setting;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Puts another policy in force without editing one: the new one is built beside it under a name of
 * this agent, attached, and only then is its old one deleted. Policies of others are never touched,
 * and come back by their name when they say what is wanted again.
 *
 * @param lines to send
 * @param undo if one of them is refused
 * @param shows whether the switch shows what they make: a line that it took and lost leaves a
 *     policy that says less, or nothing that can be read
 * @param mend if it does not: brings back what was in force, our old policy line by line
 * @param kind of policy that one of ours replaces in the whole system; empty for other swaps
 */
record PolicySwap(
    List<Line> lines,
    List<Line> undo,
    Predicate<NxosSnapshot> shows,
    List<Line> mend,
    Optional<Kind> kind) {
  /** Lines that leave no policy behind which could say too little. */
  PolicySwap(List<Line> lines, List<Line> undo) {
    this(lines, undo, _ -> true, List.of(), Optional.empty());
  }

  private PolicySwap showing(Predicate<NxosSnapshot> wanted) {
    return new PolicySwap(lines, undo, wanted, mend, kind);
  }

  /** Whether a setting can be read, and reads so. */
  static boolean is(Supplier<? extends Setting> setting, Setting wanted) {
    return Failures.readable(() -> setting.get().equals(wanted), false);
  }

  static PolicySwap lossless(NxosSnapshot now, Lossless wanted) {
    Base base = base(now, Kind.NETWORK_QOS);
    if (base.comesBack() && base.policy().map(now::lossless).orElse(Lossless.NONE).equals(wanted)) {
      return back(now, Kind.NETWORK_QOS, base.policy());
    }
    Map<String, List<String>> classes =
        base.policy()
            .map(QosPolicy::classes)
            .orElseGet(() -> NetworkQos.systemDefault(now.family()));
    return over(now, Kind.NETWORK_QOS, NetworkQos.with(now.family(), classes, wanted))
        .showing(then -> is(then::lossless, wanted));
  }

  static PolicySwap queues(NxosSnapshot now, Ets shares, Ecn marks) {
    Base base = base(now, Kind.QUEUING);
    Family family = now.family();
    Map<Integer, List<String>> classes = now.queues(base.policy());
    boolean same =
        base.comesBack()
            && Queuing.parseShares("the policy", family, classes).equals(shares)
            && Queuing.parseMarking(classes).equals(marks);
    if (same) {
      return back(now, Kind.QUEUING, base.policy());
    }
    base.policy().ifPresent(policy -> Queuing.requireEveryQueue(family, policy));
    return over(now, Kind.QUEUING, family.named(Queuing.with(family, classes, shares, marks)))
        .showing(then -> is(then::shares, shares) && is(then::marking, marks));
  }

  /**
   * Policy from which a new one of this agent is made.
   *
   * @param policy empty for that of the factory
   * @param comesBack whether it is in force again when it says what is wanted: not so for ours
   */
  private record Base(Optional<QosPolicy> policy, boolean comesBack) {}

  /**
   * Returns what was in force before this agent's policy, or is now if that is another's. Where
   * that is not known any more, the new policy has the other lines of the present one.
   */
  private static Base base(NxosSnapshot now, Kind kind) {
    requireNameAlone(now, kind);
    Optional<QosPolicy> current = now.policy(kind);
    if (current.filter(policy -> now.names().isOurs(kind, policy.name())).isEmpty()) {
      return new Base(current, true);
    }
    Optional<String> origin =
        current.flatMap(QosPolicy::origin).or(() -> Optional.ofNullable(now.origins().get(kind)));
    Optional<QosPolicy> policy = origin.flatMap(name -> QosPolicy.find(now.config(), kind, name));
    boolean known = policy.isPresent() || origin.filter(String::isEmpty).isPresent();
    return known ? new Base(policy, true) : new Base(current, false);
  }

  private static void requireNameAlone(NxosSnapshot now, Kind kind) {
    QosPolicy.wordsInForce(now.config(), kind)
        .ifPresent(words -> {
          throw DeviceException.unsupported(
              ("the policy of type %s is attached with '%s', which a rollback could not bring back:"
                      + " attach it without that first")
                  .formatted(kind.word, PrintableText.brief(words)));
        });
  }

  private static PolicySwap over(NxosSnapshot now, Kind kind, Map<String, List<String>> classes) {
    Optional<QosPolicy> had = now.policy(kind);
    Optional<String> current = had.map(QosPolicy::name);
    String fresh = now.names().next(kind, current);
    List<Line> lines = new ArrayList<>();
    if (QosPolicy.find(now.config(), kind, fresh).isPresent()) {
      lines.add(noPolicy(kind, fresh));
    }
    lines.addAll(build(kind, fresh, classes));
    lines.addAll(attach(kind, fresh));
    Predicate<String> isOurs = name -> now.names().isOurs(kind, name);
    current.filter(isOurs).ifPresent(old -> lines.add(noPolicy(kind, old)));
    List<Line> undo = new ArrayList<>();
    undo.addAll(current.map(name -> attach(kind, name)).orElseGet(() -> detach(kind, fresh)));
    undo.add(noPolicy(kind, fresh));
    List<Line> mend = new ArrayList<>();
    had.filter(policy -> isOurs.test(policy.name()))
        .ifPresent(old -> mend.addAll(build(kind, old.name(), old.classes())));
    mend.addAll(undo);
    return new PolicySwap(lines, undo, _ -> true, mend, Optional.of(kind));
  }

  private static PolicySwap back(NxosSnapshot now, Kind kind, Optional<QosPolicy> origin) {
    List<Line> lines = new ArrayList<>();
    Optional<String> ours =
        now.policy(kind).map(QosPolicy::name).filter(name -> now.names().isOurs(kind, name));
    ours.ifPresent(name -> {
      lines.addAll(
          origin.map(policy -> attach(kind, policy.name())).orElseGet(() -> detach(kind, name)));
      lines.add(noPolicy(kind, name));
    });
    return new PolicySwap(lines, List.of());
  }

  private static List<Line> build(Kind kind, String name, Map<String, List<String>> classes) {
    List<Line> lines = new ArrayList<>();
    lines.add(LEDGER.line(kind.map(name)));
    classes.forEach((one, body) -> {
      lines.add(LEDGER.line(kind.ofClass, one));
      body.forEach(text -> lines.add(Line.of(LEDGER, NxosLedger.POLICY, text)));
    });
    return lines;
  }

  private static List<Line> attach(Kind kind, String name) {
    return List.of(LEDGER.line("system qos"), LEDGER.line(kind.service.strip(), name));
  }

  private static List<Line> detach(Kind kind, String name) {
    return List.of(LEDGER.line("system qos"), LEDGER.line("no " + kind.service + name));
  }

  static Line noPolicy(Kind kind, String name) {
    return LEDGER.line("no " + kind.map(name));
  }

  /** A classification beside the old one; ports that have ours change over one by one. */
  static PolicySwap dscpMap(NxosSnapshot now, DscpMap wanted) {
    Optional<String> old = now.ours().map(QosPolicy::name);
    List<String> ports = old.map(now::portsWith).orElse(List.of());
    boolean none = wanted.entries().isEmpty() || wanted.equals(now.foreignMap());
    List<Line> lines = new ArrayList<>();
    List<Line> undo = new ArrayList<>();
    if (!none || !ports.isEmpty()) {
      String fresh = now.names().next(Kind.CLASSIFY, old);
      lines.addAll(classifier(fresh, wanted));
      for (String port : ports) {
        lines.addAll(PortTrust.replace(port, old, Optional.of(fresh)));
        undo.addAll(PortTrust.replace(port, Optional.of(fresh), old));
      }
      undo.addAll(noClassifier(fresh, wanted));
    }
    old.ifPresent(name ->
        lines.addAll(
            noClassifier(name, Classification.parse(now.config(), now.ours().orElseThrow()))));
    return new PolicySwap(lines, undo);
  }

  static List<Line> classifier(String name, DscpMap map) {
    List<Line> lines = new ArrayList<>();
    Map<String, List<String>> classes = new LinkedHashMap<>();
    Classification.byPriority(map)
        .forEach((priority, dscps) -> {
          String one = name + "-p" + priority;
          lines.add(LEDGER.line("class-map type qos match-any " + one));
          NumberRanges.runs(dscps).forEach(run -> lines.add(LEDGER.line("match dscp " + run)));
          classes.put(one, List.of("set qos-group " + priority));
        });
    classes.put("class-default", List.of("set qos-group 0"));
    lines.addAll(build(Kind.CLASSIFY, name, classes));
    return lines;
  }

  static List<Line> noClassifier(String name, DscpMap map) {
    List<Line> lines = new ArrayList<>();
    lines.add(noPolicy(Kind.CLASSIFY, name));
    Classification.byPriority(map)
        .keySet()
        .forEach(priority ->
            lines.add(LEDGER.line("no class-map type qos match-any " + name + "-p" + priority)));
    return lines;
  }
}
