package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.store.Entry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Keeps the lines that an audit listener receives. */
final class Notes implements AuditListener {
  final List<String> lines = new CopyOnWriteArrayList<>();
  private final OwnFaults faults;

  Notes(OwnFaults faults) {
    this.faults = faults;
  }

  @Override
  public void refused(Request request, CommitException why) {
    lines.add(request.origin().actor() + " refused: " + why.getMessage());
  }

  /** Hears of each state that a commit came to, with its actor. */
  BiConsumer<Commit, String> became = (commit, actor) -> {};

  /** Each state that a commit came to, with its actor. */
  final List<String> states = new CopyOnWriteArrayList<>();

  @Override
  public void became(Commit commit, String actor) {
    states.add(commit.id() + " " + commit.state() + " by " + actor);
    became.accept(commit, actor);
    faults.at(OwnFaults.Place.WITNESS);
  }

  @Override
  public void unjournaled(String commit) {
    lines.add(commit + " is not in the journal");
  }

  @Override
  public void saved(DeviceId device, String actor, List<String> foreign, Instant at) {
    lines.add(actor + " saves " + device + (foreign.isEmpty() ? "" : " with " + foreign));
  }

  @Override
  public void accepted(Entry.Accepted accepted, Identities before) {
    lines.add(accepted.actor() + " accepts " + accepted.found().texts() + " for " + before.texts());
  }

  @Override
  public void frozen(boolean on, String actor, String why, Instant at) {
    lines.add(actor + (on ? " freezes" : " thaws"));
  }

  @Override
  public void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {
    lines.add(actor + (on ? " begins" : " ends") + " maintenance of " + maintenance.target());
  }
}
