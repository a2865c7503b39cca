package dev.losslessd.commit;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Limits;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Waiver;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Limits and windows of the config, against a plan that is about to begin. */
record CommitLimits(Supplier<EngineSettings> settings, InstantSource clock) implements Permit {
  private static final String SUBJECT = "commit";

  /** The plan, refused where it is too large or the time is not right. Its steps stay visible. */
  @Override
  public Plan judge(Plan plan, Request request) {
    Acceptance accepted = request.terms().accepted();
    Limits limits = settings.get().limits();
    List<Refusal> against =
        plan.changes().isEmpty() ? List.of() : against(plan, limits, clock.instant());
    List<Refusal> refusals = new ArrayList<>();
    List<Waiver> waived = new ArrayList<>();
    against.forEach(refusal ->
        accepted.waiver(refusal).ifPresentOrElse(waived::add, () -> refusals.add(refusal)));
    return plan.refusing(refusals).waiving(waived);
  }

  private static List<Refusal> against(Plan plan, Limits limits, Instant now) {
    List<Refusal> against = new ArrayList<>();
    tooManyDevices(plan, limits).ifPresent(against::add);
    tooManyBounces(plan, limits).ifPresent(against::add);
    closed(limits, now).ifPresent(against::add);
    return against;
  }

  private static Optional<Refusal> tooManyDevices(Plan plan, Limits limits) {
    Set<DeviceId> devices = Change.devices(plan.changes());
    int most = limits.devicesPerCommit().orElse(Integer.MAX_VALUE);
    return devices.size() <= most
        ? Optional.empty()
        : refuse(
            PlanRule.LIMITS,
            "it writes %s devices %s, limits.devicesPerCommit is %s"
                .formatted(devices.size(), devices, most));
  }

  private static Optional<Refusal> tooManyBounces(Plan plan, Limits limits) {
    List<Change> bounces =
        plan.changes().stream()
            .filter(change -> change.risks().contains(Risk.LINK_BOUNCE))
            .toList();
    Set<PortId> ports = Change.touched(bounces);
    int most = limits.bouncesPerCommit().orElse(Integer.MAX_VALUE);
    return ports.size() <= most
        ? Optional.empty()
        : refuse(
            PlanRule.LIMITS,
            "it takes down the %s, limits.bouncesPerCommit is %s"
                .formatted(
                    ports.size() == 1 ? "link of 1 port" : "links of " + ports.size() + " ports",
                    most));
  }

  private static Optional<Refusal> closed(Limits limits, Instant now) {
    return limits.open(now)
        ? Optional.empty()
        : limits
            .next(now)
            .flatMap(next ->
                refuse(
                    PlanRule.WINDOW,
                    "changes may not begin now; the next window opens at %s %s"
                        .formatted(next.toOffsetDateTime(), next.getZone())));
  }

  private static Optional<Refusal> refuse(PlanRule rule, String reason) {
    return Optional.of(rule.refusal(SUBJECT, reason));
  }
}
