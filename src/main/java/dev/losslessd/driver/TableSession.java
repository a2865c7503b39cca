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
import java.util.function.Supplier;

/**
 * The conversation with one switch of any system: its settings are a table, and its writes a
 * transaction. What it printed is used for two seconds: a box of 64 ports is read once.
 *
 * @param <S> output of the switch at one time
 */
public class TableSession<S> implements SwitchSession {
  private final SwitchParts<S> system;

  public TableSession(SwitchParts<S> system) {
    this.system = system;
  }

  /** Makes a call that may ask the switch; who shares the session lets one do so at a time. */
  protected <T> T inTurn(Supplier<T> call) {
    return call.get();
  }

  private void inTurn(Runnable call) {
    inTurn(() -> {
      call.run();
      return true;
    });
  }

  @Override
  public List<Target> targets() {
    return inTurn(() -> system.access.targets(system.ports.apply(system.printed.now())));
  }

  @Override
  public Capabilities capabilities(Target target) {
    return inTurn(() -> able(target));
  }

  private Capabilities able(Target target) {
    system.access.requireOurs(target);
    Capabilities all =
        new Capabilities(
            target,
            system.settings.abilities(system.printed::now, target),
            system.maxLossless.getAsInt());
    return bundle(target)
        .map(bundle ->
            all.heldBy(
                PlanRule.READ_ONLY,
                "it is a member of %s, where its QoS is set, which losslessd does not write"
                    .formatted(bundle)))
        .orElse(all);
  }

  @Override
  public Map<PortId, String> members() {
    return inTurn(() -> {
      Map<PortId, String> all = new TreeMap<>();
      for (Target target : system.access.targets(system.ports.apply(system.printed.now()))) {
        if (target instanceof Target.Port port) {
          bundle(port).ifPresent(bundle -> all.put(port.id(), bundle));
        }
      }
      return all;
    });
  }

  private Optional<String> bundle(Target target) {
    return target instanceof Target.Port port
        ? system.bundle.apply(system.printed::now, port.id().name())
        : Optional.empty();
  }

  @Override
  public Observed read(Target target) {
    return inTurn(() -> {
      system.access.requireOurs(target);
      S now = system.printed.now();
      system.require.accept(now, target);
      return system.settings.read(now, target);
    });
  }

  @Override
  public List<Refusal> rehearse(List<Change> changes) {
    return inTurn(() -> {
      S now = system.printed.now();
      return system.transaction.rehearse(now, changes, change -> isMet(now, change));
    });
  }

  @Override
  public void apply(Change change) {
    inTurn(() -> write(change));
  }

  @Override
  public Set<SettingKind> joined() {
    return system.transaction.joined();
  }

  @Override
  public void applyTogether(List<Change> changes) {
    if (joined().isEmpty()) {
      inTurn(() -> changes.forEach(this::write));
    } else {
      inTurn(() -> write(changes, system.transaction::draft));
    }
  }

  private void write(Change change) {
    write(List.of(change), system.transaction::draft);
  }

  private void write(List<Change> changes, BiFunction<S, List<Change>, Optional<Prepared>> drafts) {
    changes.forEach(change -> {
      system.access.requireOurs(change.target());
      system.transaction.require(change);
    });
    S now = system.printed.again();
    List<Change> open = system.transaction.open(changes, change -> isMet(now, change));
    String what = changes.getFirst().text();
    drafts
        .apply(now, open)
        .ifPresent(draft -> {
          system.printed.changing(() -> draft.send(what));
          draft.requireWhole(what);
        });
  }

  private boolean isMet(S now, Change change) {
    system.require.accept(now, change.target());
    return system.settings.isMet(now, change);
  }

  private Optional<TimedTransaction<S, ?>> timed() {
    return system.transaction instanceof TimedTransaction<S, ?> timed
        ? Optional.of(timed)
        : Optional.empty();
  }

  @Override
  public boolean holds() {
    return timed().isPresent();
  }

  @Override
  public void applyWithTimer(List<Change> changes, Hold hold) {
    inTurn(() ->
        timed()
            .ifPresentOrElse(
                timed -> write(changes, (now, open) -> timed.draft(now, open, Optional.of(hold))),
                () -> changes.forEach(this::write)));
  }

  @Override
  public void confirm(Hold hold) {
    changing(timed -> timed.confirm(hold));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    changing(timed -> timed.revert(hold, begun));
  }

  private void changing(Consumer<TimedTransaction<S, ?>> work) {
    inTurn(() -> timed().ifPresent(timed -> system.printed.changing(() -> work.accept(timed))));
  }

  @Override
  public void extend(Hold hold) {
    inTurn(() ->
        timed()
            .ifPresent(timed -> {
              throw timed.notExtended(hold);
            }));
  }

  @Override
  public void cleanUp() {
    inTurn(system.transaction::cleanUp);
  }

  @Override
  public void leave() {
    inTurn(system.transaction::leave);
  }

  @Override
  public List<String> ownNames() {
    return inTurn(system.ownNames);
  }

  @Override
  public void reopen() {
    inTurn(system.transaction::reopen);
  }

  @Override
  public List<LeftShut> leftShut() {
    return system.transaction.leftShut();
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return inTurn(() -> system.transaction.unsaved(ours));
  }

  @Override
  public void save() {
    inTurn(system.transaction::save);
  }

  @Override
  public List<ForeignMark> foreign() {
    return inTurn(system.foreign);
  }

  @Override
  public List<OtherAgent> agents() {
    return inTurn(system.agents);
  }

  @Override
  public void settled() {
    inTurn(system.transaction::settled);
  }

  @Override
  public Duration patience() {
    return system.patience;
  }

  @Override
  public Identity identity(Target target) {
    return target instanceof Target.Device ? inTurn(system.identity) : Identity.NONE;
  }

  @Override
  public Optional<Incarnation> incarnation(Target target) {
    return inTurn(() -> {
      system.access.requireOurs(target);
      return system.incarnation.get();
    });
  }

  @Override
  public List<String> missingPermissions() {
    return inTurn(system.missingPermissions);
  }

  @Override
  public List<Nic> nics() {
    return inTurn(system.nics);
  }

  @Override
  public DeviceSweeper queues() {
    return new DeviceSweeper() {
      @Override
      public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
        return inTurn(() -> {
          system.access.requireOurs(ports);
          return system.queues.sweep(ports, atMillis, tickNanos);
        });
      }

      @Override
      public Map<PortId, String> leftOut() {
        return system.queues.leftOut();
      }
    };
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return system.counters.apply(port);
  }

  @Override
  public List<Neighbour> neighbours() {
    return inTurn(system.neighbours);
  }

  @Override
  public void close() {
    system.closing.run();
  }
}
