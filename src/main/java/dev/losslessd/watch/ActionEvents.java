package dev.losslessd.watch;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.CommitText;
import dev.losslessd.commit.Request;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.Entry;
import dev.losslessd.watch.EventData.ActionEvent;
import dev.losslessd.watch.EventData.CommitEvent;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes commits, freezes, maintenance and what else people do. The audit is written first: what
 * a reader is told of is on disk, or counted as lost there.
 */
public final class ActionEvents implements AuditListener {
  private final EventStream stream;
  private final AuditListener audit;
  private final Consumer<DeviceId> replaced;

  /** The devices of the commit that was last told of, as it comes to many states. */
  private record Devices(String commit, String plan, List<DeviceId> all) {}

  private volatile @Nullable Devices last;

  /**
   * @param audit is told everything first
   * @param replaced receives each device for which another box stands from now on
   */
  public ActionEvents(EventStream stream, AuditListener audit, Consumer<DeviceId> replaced) {
    this.stream = stream;
    this.audit = audit;
    this.replaced = replaced;
  }

  @Override
  public void became(Commit commit, String actor) {
    audit.became(commit, actor);
    stream.publish(
        new CommitEvent(
            commit.state(),
            commit.id(),
            commit.run().actor(),
            devices(commit.id(), commit.run().plan()),
            CommitText.of(commit)));
  }

  private List<DeviceId> devices(String commit, Plan plan) {
    Devices known = last;
    if (known == null || !known.commit().equals(commit) || !known.plan().equals(plan.id())) {
      known = new Devices(commit, plan.id(), List.copyOf(Change.devices(plan.changes())));
      last = known;
    }
    return known.all();
  }

  @Override
  public void refused(Request request, CommitException why) {
    audit.refused(request, why);
  }

  @Override
  public void unjournaled(String commit) {
    audit.unjournaled(commit);
  }

  @Override
  public void saved(DeviceId device, String actor, List<String> foreign, Instant at) {
    audit.saved(device, actor, foreign, at);
    stream.publish(
        ActionEvent.device(
            device.name(), "saved", actor, "what runs on " + device + " is kept over its reboots"));
  }

  @Override
  public void accepted(Entry.Accepted accepted, Identities before) {
    audit.accepted(accepted, before);
    replaced.accept(accepted.device());
    stream.publish(
        ActionEvent.device(
            accepted.device().name(),
            "accepted",
            accepted.actor(),
            "another box stands for " + accepted.device() + " from now on"));
  }

  @Override
  public void released(Release release, boolean leaves, String actor, Instant at) {
    audit.released(release, leaves, actor, at);
    String device = release.device().name();
    String what = leaves ? release.text() : device + " is managed again";
    stream.publish(ActionEvent.device(device, leaves ? "released" : "returned", actor, what));
  }

  @Override
  public void noted(Kind kind, String name, String actor, String what, Instant at) {
    audit.noted(kind, name, actor, what, at);
    switch (kind) {
      case TOKEN_MADE -> access("made", "tokens", actor, "an access token was made");
      case TOKEN_REVOKED -> access("revoked", "tokens", actor, "an access token was revoked");
      case RELOADED -> access("reloaded", "config", actor, "the config file is in force");
      case RELOAD_REFUSED ->
          access("reload-refused", "config", actor, "the config file is not in force");
      case LOCKED_OUT -> access("locked-out", name, actor, name + ": " + what);
      case TRUSTED ->
          stream.publish(
              ActionEvent.device(
                  name, "trusted", actor, "a host key of " + name + " is trusted from now on"));
      default -> {} // what was refused changes nothing
    }
  }

  private void access(String change, String name, String actor, String message) {
    stream.publish(ActionEvent.access(change, name, actor, message));
  }

  @Override
  public void frozen(boolean on, String actor, String why, Instant at) {
    audit.frozen(on, actor, why, at);
    stream.publish(ActionEvent.freeze(on, actor, why));
  }

  @Override
  public void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {
    audit.maintenance(maintenance, on, actor, at);
    stream.publish(ActionEvent.maintenance(maintenance, on, actor, at));
  }
}
