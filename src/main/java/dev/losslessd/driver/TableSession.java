package dev.losslessd.driver;

import dev.losslessd.driver.SwitchTransaction.Prepared;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Change;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The conversation with one switch of any system: its settings are a table, and its writes a
 * transaction. What it printed is used for two seconds: a box of 64 ports is read once.
 *
 * @param <S> output of the switch at one time
 */
final class TableSession<S> implements SwitchSession {
  private final SwitchParts<S> system;
  private final SwitchAccess access;
  private final ShortLivedCache<S> printed;
  private final SwitchTransaction<S> transaction;
  private final Runnable closing;

  TableSession(SwitchParts<S> system, Runnable closing) {
    this.system = system;
    this.access = system.access;
    this.printed = system.printed;
    this.transaction = system.transaction;
    this.closing = closing;
  }

  @Override
  public List<Target> targets() {
    return access.targets(system.ports.apply(printed.now()));
  }

  @Override
  public Capabilities capabilities(Target target) {
    access.requireOurs(target);
    Capabilities all =
        new Capabilities(
            target, system.settings.abilities(printed::now, target), system.maxLossless.getAsInt());
    return bundle(target)
        .map(bundle ->
            all.heldBy(
                PlanRule.READ_ONLY,
                "it is a member of "
                    + bundle
                    + ", where its QoS is set, which losslessd does not write"))
        .orElse(all);
  }

  @Override
  public Map<PortId, String> members() {
    Map<PortId, String> all = new TreeMap<>();
    for (Target target : targets()) {
      if (target instanceof Target.Port port) {
        bundle(port).ifPresent(bundle -> all.put(port.id(), bundle));
      }
    }
    return all;
  }

  private Optional<String> bundle(Target target) {
    return target instanceof Target.Port port
        ? system.bundle.apply(printed::now, port.id().name())
        : Optional.empty();
  }

  @Override
  public Observed read(Target target) {
    access.requireOurs(target);
    S now = printed.now();
    system.require.accept(now, target);
    return system.settings.read(now, target);
  }

  @Override
  public List<Refusal> rehearse(List<Change> changes) {
    S now = printed.now();
    return transaction.rehearse(now, changes, change -> isMet(now, change));
  }

  @Override
  public void apply(Change change) {
    write(List.of(change), transaction::draft);
  }

  @Override
  public Set<SettingKind> joined() {
    return transaction.joined();
  }

  @Override
  public void applyTogether(List<Change> changes) {
    if (joined().isEmpty()) {
      changes.forEach(this::apply);
    } else {
      write(changes, transaction::draft);
    }
  }

  private void write(List<Change> changes, BiFunction<S, List<Change>, Optional<Prepared>> drafts) {
    changes.forEach(change -> {
      access.requireOurs(change.target());
      transaction.require(change);
    });
    S now = printed.again();
    List<Change> open = transaction.open(changes, change -> isMet(now, change));
    String what = changes.getFirst().text();
    drafts
        .apply(now, open)
        .ifPresent(draft -> {
          printed.changing(() -> draft.send(what));
          draft.requireWhole(what);
        });
  }

  private boolean isMet(S now, Change change) {
    system.require.accept(now, change.target());
    return system.settings.isMet(now, change);
  }

  private Optional<TimedTransaction<S>> timed() {
    return transaction instanceof TimedTransaction<S> timed ? Optional.of(timed) : Optional.empty();
  }

  @Override
  public boolean holds() {
    return timed().isPresent();
  }

  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    timed()
        .ifPresentOrElse(
            timed -> {
              timed.prepare(hold);
              write(changes, (now, open) -> timed.draft(now, open, hold));
            },
            () -> changes.forEach(this::apply));
  }

  @Override
  public void confirm(Hold hold) {
    changing(timed -> timed.held().confirm(hold));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    changing(timed -> timed.revert(hold, begun));
  }

  private void changing(Consumer<TimedTransaction<S>> work) {
    timed().ifPresent(timed -> printed.changing(() -> work.accept(timed)));
  }

  @Override
  public void extend(Hold hold) {
    timed()
        .ifPresent(timed -> {
          throw timed.held().notExtended(hold);
        });
  }

  @Override
  public void cleanUp() {
    transaction.cleanUp();
  }

  @Override
  public void leave() {
    transaction.leave();
  }

  @Override
  public List<String> ownNames() {
    return system.ownNames.get();
  }

  @Override
  public void reopen() {
    transaction.reopen();
  }

  @Override
  public List<LeftShut> leftShut() {
    return transaction.leftShut();
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return transaction.unsaved(ours);
  }

  @Override
  public void save() {
    transaction.save();
  }

  @Override
  public List<ForeignMark> foreign() {
    return system.foreign.get();
  }

  @Override
  public List<OtherAgent> agents() {
    return system.agents.get();
  }

  @Override
  public void settled() {
    transaction.settled();
  }

  @Override
  public Duration patience() {
    return system.patience;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device ? system.identity.get() : Identity.NONE;
  }

  @Override
  public Optional<Incarnation> incarnation(Target target) {
    access.requireOurs(target);
    return system.incarnation.get();
  }

  @Override
  public List<String> missingPermissions() {
    return system.missingPermissions.get();
  }

  @Override
  public List<Nic> nics() {
    return system.nics.get();
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access.requireOurs(ports);
    return system.queues.read(ports, atMillis, tickNanos);
  }

  @Override
  public Map<PortId, String> queuesLeftOut() {
    return system.queues.leftOut();
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return system.counters.apply(port);
  }

  @Override
  public List<Neighbour> neighbours() {
    return system.neighbours.get();
  }

  @Override
  public void close() {
    closing.run();
  }
}
