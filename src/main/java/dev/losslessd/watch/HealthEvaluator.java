package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.SwitchStarts;
import dev.losslessd.metrics.LinkCheck;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Health;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Release;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Contracts;
import dev.losslessd.topology.End;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
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
import java.util.stream.Stream;

/** Judges the last observations: the contract of each link, and faults. Memory only. */
final class HealthEvaluator implements Judgement {
  private final FindingBoard findings = new FindingBoard();
  private final Inventory inventory;
  private final FindingSources<Round> sources;
  private final DriftBook book;
  private final Moves moves = new Moves();
  private final InactivePorts inactivePorts = new InactivePorts();
  private final Repairs repairs;
  private final SweepGuard guard;
  private final RoundEvents events;
  private final LinkAdvice.Owners owners;
  private final InstantSource clock;
  private volatile List<LinkContract> contracts = List.of();
  private volatile Set<Key> due = Set.of();
  private volatile SortedMap<DeviceId, Map<SettingState, Integer>> settings = new TreeMap<>();

  /**
   * @param sources of findings beside its own; of two that say the same, the later one is heard
   * @param repairs which drift is mended
   * @param events is told of what a round finds otherwise
   */
  HealthEvaluator(
      Inventory inventory,
      FindingSources<Round> sources,
      Repairs repairs,
      SweepGuard guard,
      RoundEvents events,
      InstantSource clock) {
    this.inventory = inventory;
    this.book = new DriftBook(inventory.switchRegistry().starts()::reboot);
    this.clock = clock;
    this.owners = LinkAdvice.owners(inventory);
    this.sources = sources;
    this.repairs = repairs;
    this.guard = guard;
    this.events = events;
    sources.add("drift and links", this::differences);
    sources.add("ports", this::inactive);
    sources.add("repairs", round -> round.decision().findings().stream());
    sources.add("readers", this::unreadable);
    sources.add("rollbacks", this::outstanding);
    sources.add("commits", this::outOfReach);
    sources.add("identities", this::others);
    sources.add("releases", round -> round.engine().releases().wanted().stream().map(this::left));
    sources.add("timers", HealthEvaluator::unkept);
    sources.add("counted marks", round -> UncountedMarks.in(round.seen().values()));
    sources.add("settings", round -> new SettingStates(round.look().moment()).findings());
    sources.add("staged settings", round -> Staging.in(round.intent(), round.seen()));
    sources.add("overrides", round -> Shadowed.in(round.intent()));
    sources.add("profiles", round -> OwnProfiles.in(round.look().moment()));
    sources.add(
        "pause of servers",
        round -> HostPause.in(round.seen(), inventory.switchRegistry().hosts()::contains));
    sources.add("cautions", round -> Cautions.in(round.seen()));
    sources.add("cabling", round -> LinkRules.cabling(round.look().links().mismatches()));
    sources.add(
        "moved cables",
        round -> LinkRules.moved(moves.round(round.look().links(), round.look().now())));
  }

  @Override
  public List<Finding> findings() {
    return findings.open();
  }

  @Override
  public List<LinkContract> contracts() {
    return contracts;
  }

  @Override
  public SortedMap<DeviceId, Map<SettingState, Integer>> settings() {
    return settings;
  }

  @Override
  public Optional<DriftBook.Fact> drift(Key key) {
    return book.of(key);
  }

  @Override
  public List<String> unjudged(Plan plan) {
    return guard.unjudged(plan.changes());
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

  /**
   * What a round goes by, and what is judged before anything is reported.
   *
   * @param rebooted which of the facts came with a reboot
   * @param worked what people work on now
   */
  record Round(
      CommitEngine engine,
      Look look,
      List<DriftBook.Fact> facts,
      RebootedSwitches rebooted,
      Repairs.Decision decision,
      List<Maintenance> worked) {
    Map<Target, Observation> seen() {
      return look.moment().seen();
    }

    Intent intent() {
      return look.moment().expected().intent();
    }
  }

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
    judge(engine, look);
  }

  /** Drift and broken links, but what came with a reboot is a part of the reboot's finding. */
  private Stream<Finding> differences(Round round) {
    RebootedSwitches rebooted = round.rebooted();
    List<LinkContract> explained = new ArrayList<>();
    List<LinkContract> others = new ArrayList<>();
    for (LinkContract contract : contracts) {
      Optional<Instant> since = findings.since(FindingRule.CONTRACT, contract.link().text());
      (rebooted.explains(contract, since) ? explained : others).add(contract);
    }
    Set<DeviceId> planned =
        round.facts().stream()
            .map(fact -> fact.key().target().device())
            .collect(Collectors.toSet());
    return Stream.of(
            rebooted.findings(explained),
            round.facts().stream().filter(fact -> !rebooted.explains(fact)).map(Drift::finding),
            LinkRules.contracts(others, new LinkAdvice(owners, planned)))
        .flatMap(Function.identity());
  }

  /** What cannot be read now is still gone; of a switch that was never read nothing is known. */
  private void noteLosses(Set<Target> seen) {
    SwitchStarts starts = inventory.switchRegistry().starts();
    Set<DeviceId> lost = new RebootedSwitches(book.known().values(), starts::reboot).devices();
    seen.forEach(target -> starts.lost(target.device(), lost.contains(target.device())));
  }

  private void judge(CommitEngine engine, Look look) {
    Moment moment = look.moment();
    Map<Target, Observation> seen = moment.seen();
    Intent intent = moment.expected().intent();
    settings = new SettingStates(moment).counts();
    contracts = look.links().all().stream().map(link -> contract(link, seen, intent)).toList();
    List<DriftBook.Fact> facts = book.round(Drift.in(moment), seen, look.now());
    SwitchStarts starts = inventory.switchRegistry().starts();
    RebootedSwitches rebooted = new RebootedSwitches(facts, starts::reboot);
    noteLosses(seen.keySet());
    repairs.holds(Drift.inForce(moment));
    List<Maintenance> worked = engine.maintenance().now();
    Repairs.Decision decision =
        repairs.decide(
            intent,
            InMaintenance.elsewhere(free(facts, moment.unsettled()), worked),
            engine.commits(),
            look.now());
    due = decision.due();
    List<Finding> found =
        sources.findings(new Round(engine, look, facts, rebooted, decision, worked));
    events.round(
        look.ports(),
        book.known(),
        contracts,
        findings.replace(InMaintenance.told(found, worked), look.now()));
  }

  private Stream<Finding> inactive(Round round) {
    Set<Target> held = round.look().moment().unsettled();
    Set<Target> wanted =
        round.intent().effective().keySet().stream().map(Key::target).collect(Collectors.toSet());
    Links links = round.look().links();
    return inactivePorts
        .round(
            round.look().ports(),
            port -> links.peer(port).isPresent() || wanted.contains(Target.port(port)),
            port -> held.contains(Target.port(port)))
        .stream();
  }

  /** One that was not asked yet is not ready, but nothing is wrong with it. */
  private Stream<Finding> unreadable(Round round) {
    return round.look().health().stream()
        .filter(one -> !one.up() && (one.failures() > 0 || one.lastSuccess().isPresent()))
        .map(one -> {
          Finding found =
              FindingRule.UNREADABLE.at(
                  one.port().toString(), "counters cannot be read: " + one.reason());
          return inventory.switchRegistry().has(one.port().device())
              ? found.advising("see whether the switch answers: its address, account and SNMP user")
              : found;
        });
  }

  private Stream<Finding> outstanding(Round round) {
    return OutstandingUndos.findings(
        round.engine().outstanding(), round.worked(), inventory::outOfReach);
  }

  private Stream<Finding> outOfReach(Round round) {
    return OutOfReach.findings(round.engine().commits(), inventory::outOfReach).stream();
  }

  private Stream<Finding> others(Round round) {
    return round.engine().identities().others(inventory.identities()).stream()
        .map(one ->
            FindingRule.OTHER_DEVICE
                .at(one.target().text(), one.what() + "; nothing is written there")
                .advising(one.advice()));
  }

  private Finding left(Release one) {
    return FindingRule.RELEASED
        .at(
            one.device().name(),
            one.text() + "; the config's policy still names it, and nothing is written there")
        .from(one.since());
  }

  private static Stream<Finding> unkept(Round round) {
    return round.engine().unkept().entrySet().stream()
        .map(one -> FindingRule.NOT_KEPT.at(one.getKey().name(), one.getValue()));
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

  /** What open commits hold is theirs to bring back. */
  private static List<DriftBook.Fact> free(List<DriftBook.Fact> facts, Set<Target> held) {
    return facts.stream().filter(fact -> !held.contains(fact.key().target())).toList();
  }
}
