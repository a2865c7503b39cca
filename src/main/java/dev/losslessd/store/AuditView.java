package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Release;
import dev.losslessd.model.Target;
import dev.losslessd.store.AuditEvent.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The audit: who did what, when and why. It is no file of its own but the journal as events, and
 * between them those of the side log, by their time.
 */
public final class AuditView {
  private final Consumer<AuditEvent> each;

  /** Plans of commits that have not ended. */
  private final Map<String, Plan> plans = new HashMap<>();

  /** Commits whose window has begun. */
  private final Set<String> applied = new HashSet<>();

  private Identities identities = Identities.NONE;

  private AuditView(Consumer<AuditEvent> each) {
    this.each = each;
  }

  /**
   * All events, oldest first. Changes nothing; the daemon may be running.
   *
   * @param journal file
   * @param side log of what the journal has not
   * @return what was found of the journal
   * @throws StoreException damaged, no journal, or unreadable; after the events before it
   */
  public static JournalCheck read(Path journal, Path side, Consumer<AuditEvent> each) {
    try (SideEvents others = new SideEvents(side)) {
      AuditView view = new AuditView(each);
      JournalCheck check =
          JournalCheck.of(
              journal,
              entry -> {
                others.until(entry.at(), each);
                view.take(entry);
              });
      others.until(Instant.MAX, each);
      return check;
    } catch (IOException e) {
      throw new StoreException("side log " + side + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private void take(Entry entry) {
    switch (entry) {
      case Entry.Staged e -> {
        plans.put(e.commit(), e.plan());
        commit(e, Kind.STAGED, why(e.reason(), e.plan(), false, List.of()));
      }
      case Entry.Begun e -> {
        plans.put(e.commit(), e.plan());
        commit(e, Kind.SUBMIT, why(e.reason(), e.plan(), e.acceptIdle(), e.leaves()));
      }
      case Entry.Wave e -> commit(e, Kind.WAVE, e.wave() + " of " + e.of());
      case Entry.Applied e ->
          commit(
              e,
              applied.add(e.commit()) ? Kind.APPLIED : Kind.EXTENDED,
              "until " + e.deadline().at());
      case Entry.Confirmed e -> end(e, Kind.CONFIRMED, "revision " + e.revision());
      case Entry.Undoing e -> commit(e, Kind.UNDOING, e.why());
      case Entry.RolledBack e -> end(e, Kind.ROLLED_BACK, e.why());
      case Entry.Stuck e -> commit(e, Kind.STUCK, e.why());
      case Entry.Abandoned e -> end(e, Kind.ABANDONED, e.why());
      case Entry.Saved e -> {
        String foreign = String.join("; ", e.foreign());
        String why = foreign.isEmpty() ? "" : "with what was not ours: " + foreign;
        other(e, Kind.SAVED, why, e.device().name());
      }
      case Entry.Frozen e -> other(e, e.frozen() ? Kind.FREEZE : Kind.THAW, e.why());
      case Entry.MaintenanceBegun e ->
          other(
              e,
              Kind.MAINTENANCE,
              "until " + e.maintenance().until().at() + ": " + e.maintenance().reason(),
              e.maintenance().target().text());
      case Entry.MaintenanceEnded e -> other(e, Kind.MAINTENANCE_ENDED, "", e.target().text());
      case Entry.Identified e -> identities = identities.with(e.found());
      case Entry.Accepted e -> accepted(e);
      case Entry.Released e -> other(e, Kind.RELEASED, why(e.release()), device(e.release()));
      case Entry.Returned e -> other(e, Kind.RETURNED, "", e.device().name());
      case Entry.Held _, Entry.Kept _ -> {} // steps of the daemon's own
    }
  }

  private void accepted(Entry.Accepted accepted) {
    Identities before = identities.ofDevice(accepted.device());
    String was = before.isNone() ? "not known" : String.join("; ", before.texts());
    String is = String.join("; ", accepted.found().texts());
    String why = accepted.reason() + "; was " + was + ", is " + is;
    identities = identities.replacing(accepted.device(), accepted.found());
    other(accepted, Kind.ACCEPTED, why, accepted.device().name());
  }

  private static String device(Release release) {
    return release.device().name();
  }

  private static String why(Release release) {
    List<String> words = new ArrayList<>(List.of(release.how().word()));
    if (!release.reason().isEmpty()) {
      words.add(release.reason());
    }
    if (!release.names().isEmpty()) {
      words.add("left there: " + String.join(", ", release.names()));
    }
    return String.join("; ", words);
  }

  /** The reason, what else the commit accepts, waivers, lost overrides, and devices it leaves. */
  private static String why(String reason, Plan plan, boolean acceptIdle, List<DeviceId> leaves) {
    List<String> all = new ArrayList<>(List.of(reason));
    if (acceptIdle) {
      all.add("accepts idle ports");
    }
    plan.waived().forEach(waiver -> all.add(waiver.text()));
    plan.unset().forEach(one -> all.add(one.text()));
    leaves.forEach(device -> all.add("leaves " + device.name()));
    return String.join("; ", all.stream().filter(text -> !text.isEmpty()).toList());
  }

  private void end(Entry entry, Kind kind, String why) {
    commit(entry, kind, why);
    plans.remove(entry.commit());
    applied.remove(entry.commit());
  }

  private void commit(Entry entry, Kind kind, String why) {
    Optional<Plan> plan = Optional.ofNullable(plans.get(entry.commit()));
    each.accept(
        new AuditEvent(
            entry.at(),
            kind,
            AuditActor.of(entry.actor()),
            why,
            entry.commit(),
            plan.map(AuditView::targets).orElse(List.of()),
            plan.map(one -> steps(one.changes())).orElse(List.of())));
  }

  private void other(Entry entry, Kind kind, String why, String... targets) {
    AuditActor by = AuditActor.of(entry.actor());
    each.accept(new AuditEvent(entry.at(), kind, by, why, "", List.of(targets), List.of()));
  }

  /** Also where an override goes and the device stays as it is. */
  private static List<String> targets(Plan plan) {
    return plan.targets().map(Target::text).toList();
  }

  /** Values before and after each step. */
  public static List<AuditEvent.Step> steps(List<Change> changes) {
    return changes.stream().map(AuditEvent.Step::of).toList();
  }
}
