package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.SwitchStarts;
import dev.losslessd.metrics.LinkCheck;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.OtherDevice;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Release;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Contracts;
import dev.losslessd.topology.End;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Verdict;
import dev.losslessd.topology.Links;
import dev.losslessd.topology.Moves;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Judges the last observations: the contract of each link, and faults. Memory only. */
final class HealthEvaluator {
  private final FindingBoard findings = new FindingBoard();
  private final Inventory inventory;
  private final Function<Instant, List<Finding>> ofDevices;
  private final DriftBook book;
  private final Moves moves = new Moves();
  private final InactivePorts inactivePorts = new InactivePorts();
  private final Repairs repairs;
  private final RoundEvents events;
  private final LinkAdvice.Owners owners;
  private final InstantSource clock;
  private volatile List<LinkContract> contracts = List.of();
  private volatile Set<Key> due = Set.of();
  private volatile SortedMap<DeviceId, Map<SettingState, Integer>> settings = new TreeMap<>();

  /**
   * @param ofDevices what is wrong with this host, or with a switch, as a whole
   * @param repairs which drift is mended
   * @param events is told of what a round finds otherwise
   */
  HealthEvaluator(
      Inventory inventory,
      Function<Instant, List<Finding>> ofDevices,
      Repairs repairs,
      RoundEvents events,
      InstantSource clock) {
    this.inventory = inventory;
    this.book = new DriftBook(inventory.switchRegistry().starts()::reboot);
    this.clock = clock;
    this.owners = LinkAdvice.owners(inventory);
    this.ofDevices = ofDevices;
    this.repairs = repairs;
    this.events = events;
  }

  List<Finding> findings() {
    return findings.open();
  }

  List<LinkContract> contracts() {
    return contracts;
  }

  SortedMap<DeviceId, Map<SettingState, Integer>> settings() {
    return settings;
  }

  /** Since when a setting is adrift, and by whom. */
  Optional<DriftBook.Fact> drift(Key key) {
    return book.of(key);
  }

  /** Takes note that the kernel reported a write of DCB settings. */
  void onDcbWrite(PortId port, String writer, Instant at) {
    book.onDcbWrite(port, writer, at);
  }

  /** Resources to repair, as of the last round. */
  Set<Key> due() {
    return due;
  }

  /** Checks whose verdict is known, for the page. */
  List<LinkCheck> linkChecks() {
    return contracts.stream()
        .flatMap(contract ->
            contract.checks().stream()
                .filter(check -> check.verdict() != Verdict.UNKNOWN)
                .map(check ->
                    new LinkCheck(
                        contract.link().a(),
                        contract.link().b(),
                        check.name(),
                        check.verdict() == Verdict.OK)))
        .toList();
  }

  /** A snapshot of everything that a round judges. */
  record Look(
      Moment moment,
      Links links,
      List<Health> health,
      List<InactivePorts.Port> ports,
      Instant now) {}

  /** Takes note that a commit is done with these for now: what was written so far is its own. */
  void ours(List<Change> changes) {
    Set<Target> written = changes.stream().map(Change::target).collect(Collectors.toSet());
    book.ours(written, clock.instant());
  }

  /**
   * One round: everything is judged anew, by what is known once it is this round's turn. Of two at
   * a time the one that knows less must not have the last word.
   */
  synchronized void judge(CommitEngine engine, Supplier<Look> looks) {
    Instant asked = clock.instant();
    Look look = looks.get();
    book.ours(look.moment().expected().moving(), asked);
    judge(engine, new SettingStates(look.moment()), look);
  }

  /** Drift and broken links, but what came with a reboot is a part of the reboot's finding. */
  private List<Finding> differences(List<DriftBook.Fact> facts, Instant now) {
    RebootedSwitches rebooted =
        new RebootedSwitches(facts, inventory.switchRegistry().starts()::reboot);
    Set<LinkContract> folded =
        contracts.stream()
            .filter(contract ->
                rebooted.explains(
                    contract, findings.since(LinkRules.CONTRACT, contract.link().text())))
            .collect(Collectors.toSet());
    List<Finding> found = new ArrayList<>(rebooted.findings(folded, now));
    facts.stream().filter(fact -> !rebooted.explains(fact)).map(Drift::finding).forEach(found::add);
    List<LinkContract> others = contracts.stream().filter(one -> !folded.contains(one)).toList();
    Set<DeviceId> planned =
        facts.stream().map(fact -> fact.key().target().device()).collect(Collectors.toSet());
    LinkRules.contracts(others, new LinkAdvice(owners, planned), now).forEach(found::add);
    return found;
  }

  /** What cannot be read now is still gone; of a switch that was never read nothing is known. */
  private void noteLosses(Set<Target> seen) {
    SwitchStarts starts = inventory.switchRegistry().starts();
    Set<DeviceId> lost = new RebootedSwitches(book.known().values(), starts::reboot).devices();
    seen.forEach(target -> starts.lost(target.device(), lost.contains(target.device())));
  }

  private void judge(CommitEngine engine, SettingStates states, Look look) {
    Moment moment = look.moment();
    Map<Target, Observation> seen = moment.seen();
    Intent intent = moment.expected().intent();
    Set<Target> held = moment.unsettled();
    settings = states.counts();
    Links links = look.links();
    Instant now = look.now();
    contracts = links.all().stream().map(link -> contract(link, seen, intent)).toList();
    List<Finding> round = new ArrayList<>();
    List<DriftBook.Fact> facts = book.round(Drift.in(moment), seen, now);
    round.addAll(differences(facts, now));
    noteLosses(seen.keySet());
    repairs.holds(Drift.inForce(moment));
    Set<Target> wanted =
        intent.effective().keySet().stream().map(Key::target).collect(Collectors.toSet());
    round.addAll(
        inactivePorts.round(
            look.ports(),
            port -> links.peer(port).isPresent() || wanted.contains(Target.port(port)),
            port -> held.contains(Target.port(port)),
            now));
    List<Maintenance> worked = engine.maintenance().now();
    Repairs.Decision decision =
        repairs.decide(
            intent, InMaintenance.elsewhere(free(facts, held), worked), engine.commits(), now);
    due = decision.due();
    round.addAll(decision.findings());
    look.health().stream()
        .filter(HealthEvaluator::failed)
        .map(one -> down(one, now))
        .forEach(round::add);
    OutstandingUndos.findings(engine.outstanding(), worked, inventory::outOfReach)
        .forEach(round::add);
    OutOfReach.findings(engine.commits(), inventory::outOfReach, now).forEach(round::add);
    engine.identities().others(inventory.identities()).stream()
        .map(one -> other(one, now))
        .forEach(round::add);
    engine.releases().wanted().stream().map(HealthEvaluator::released).forEach(round::add);
    engine.unkept().forEach((device, why) -> round.add(unkept(device, why, now)));
    round.addAll(ofDevices.apply(now));
    UncountedMarks.in(seen.values(), now).forEach(round::add);
    states.findings(now).forEach(round::add);
    Staging.in(intent, seen, now).forEach(round::add);
    Shadowed.in(intent, now).forEach(round::add);
    OwnProfiles.in(moment, now).forEach(round::add);
    HostPause.in(seen, inventory.switchRegistry().hosts()::contains, now).forEach(round::add);
    Cautions.in(seen, now).forEach(round::add);
    LinkRules.cabling(links.mismatches(), now).forEach(round::add);
    LinkRules.moved(moves.round(links, now)).forEach(round::add);
    events.round(
        look.ports(), book.known(), contracts, findings.replace(InMaintenance.told(round, worked)));
  }

  private static Finding other(OtherDevice one, Instant now) {
    return new Finding(
        PlanRule.OTHER_DEVICE.id(),
        Finding.Severity.CRITICAL,
        one.target().text(),
        one.what() + "; nothing is written there",
        one.advice(),
        now);
  }

  private static Finding released(Release one) {
    return new Finding(
        "released",
        Finding.Severity.INFO,
        one.device().name(),
        one.text() + "; the config's policy still names it, and nothing is written there",
        "take it out of the config ('manage: false'), or 'losslessd release "
            + one.device()
            + " --undo'",
        one.since());
  }

  private static Finding unkept(DeviceId device, String why, Instant now) {
    return new Finding(
        "not-kept",
        Finding.Severity.CRITICAL,
        device.name(),
        why,
        "make the device reachable before then; it is asked every few seconds",
        now);
  }

  private LinkContract contract(Link link, Map<Target, Observation> seen, Intent intent) {
    PrioritySet wanted = new PrioritySet(wanted(link.a(), intent) | wanted(link.b(), intent));
    return Contracts.of(link, end(link.a(), seen), end(link.b(), seen), wanted);
  }

  private End end(PortId port, Map<Target, Observation> seen) {
    Observation own = seen.get(Target.port(port));
    if (own == null) {
      return End.unseen(port);
    }
    if (!inventory.switchRegistry().has(port.device())) {
      return new End(port, own.observed(), Optional.empty());
    }
    Target whole = new Target.Device(port.device());
    Observation seenWhole = seen.get(whole);
    Observed device = seenWhole == null ? new Observed(whole, Map.of()) : seenWhole.observed();
    return inventory.switchRegistry().hosts().contains(port.device())
        ? new End(port, together(own.observed(), device), Optional.empty())
        : new End(port, own.observed(), Optional.of(device));
  }

  /** A server's port is a NIC, which has what the server sets for all of them. */
  private static Observed together(Observed port, Observed whole) {
    Map<SettingKind, Reading> all = new EnumMap<>(SettingKind.class);
    all.putAll(whole.readings());
    all.putAll(port.readings());
    return new Observed(port.target(), all);
  }

  /** Mask of the priorities that shall not drop at a port. */
  private static int wanted(PortId port, Intent intent) {
    return intent
        .wanted(new Key(Target.port(port), SettingKind.PFC))
        .filter(Pfc.class::isInstance)
        .map(pfc -> ((Pfc) pfc).lossless().mask())
        .orElse(0);
  }

  /** One that was not asked yet is not ready, but nothing is wrong with it. */
  private static boolean failed(Health health) {
    return !health.up() && (health.failures() > 0 || health.lastSuccess().isPresent());
  }

  private Finding down(Health health, Instant now) {
    return new Finding(
        "unreadable",
        Finding.Severity.WARNING,
        health.port().toString(),
        "counters cannot be read: " + health.reason(),
        inventory.switchRegistry().has(health.port().device())
            ? "see whether the switch answers: its address, account and SNMP user"
            : "look at the kernel log for this NIC",
        now);
  }

  /** What open commits hold is theirs to bring back. */
  private static List<DriftBook.Fact> free(List<DriftBook.Fact> facts, Set<Target> held) {
    return facts.stream().filter(fact -> !held.contains(fact.key().target())).toList();
  }
}
