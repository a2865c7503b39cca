package dev.losslessd.plan;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Waiver;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that a plan is made of besides the wish.
 *
 * @param observed read just now, per target
 * @param capabilities per target; a target that is not in the map can do nothing
 * @param around the agent's targets and cables
 * @param busy ports with RDMA traffic or queue pairs: their link is not bounced
 * @param exact wishes are whole values, not entries to be laid over what is there
 * @param words the devices' own words for wishes that they once had, where they are known
 * @param accepted by the operator
 * @param intent everything that is wanted now, also of what the plan does not touch
 */
public record Situation(
    Map<Target, Observed> observed,
    Map<Target, Capabilities> capabilities,
    Neighbourhood around,
    Set<PortId> busy,
    boolean exact,
    Map<Key, String> words,
    Acceptance accepted,
    SortedMap<Key, Setting> intent) {
  public Situation {
    observed = Map.copyOf(observed);
    capabilities = Map.copyOf(capabilities);
    busy = Set.copyOf(busy);
    words = Map.copyOf(words);
    intent = Collections.unmodifiableSortedMap(new TreeMap<>(intent));
  }

  /** Returns a copy with what is known around the targets by now. */
  public Situation in(Neighbourhood now) {
    return new Situation(observed, capabilities, now, busy, exact, words, accepted, intent);
  }

  /** Targets known from memory alone: other ends of cables to ports that were read now. */
  public SortedSet<Target> farEnds() {
    SortedSet<Target> far = new TreeSet<>();
    Target.ports(observed.keySet().stream())
        .flatMap(port -> around.peer(port).stream())
        .filter(peer -> !observed.containsKey(Target.port(peer)))
        .forEach(peer -> far.addAll(List.of(Target.port(peer), new Target.Device(peer.device()))));
    far.retainAll(around.facts().told().keySet());
    far.removeAll(observed.keySet());
    return far;
  }

  /** Why a refusal does not stop the plan: it is waived, or the value is put back; empty if not. */
  Optional<Waiver> waiver(Refusal refusal) {
    return accepted.waiver(refusal).or(() -> putBack(refusal));
  }

  private Optional<Waiver> putBack(Refusal refusal) {
    boolean judged = PlanRule.named(refusal.rule()).filter(PlanRule::judgesTheWish).isPresent();
    return exact && judged
        ? Optional.of(new Waiver(refusal, "it is put back as it was"))
        : Optional.empty();
  }

  Capability capability(Key key) {
    Capabilities of = capabilities.get(key.target());
    return of == null ? Capability.none("nothing is known of this target") : of.of(key.kind());
  }

  /** Whether it can be written, or is held by a rule alone that is waived. */
  boolean mayWrite(Key key) {
    Capability can = capability(key);
    PlanRule rule = can.rule();
    return can.access() == Capability.Access.WRITE
        || (rule != null && accepted.waived().containsKey(rule.id()));
  }

  /** The device's own words for what a setting is now. */
  String wordsNow(Key key) {
    return reading(key).map(Reading::words).orElse("");
  }

  /** Whether a setting's reading describes all that the device does. */
  boolean isWhole(Key key) {
    return reading(key).map(Reading::isWhole).orElse(true);
  }

  /** Words that a setting shall have again; empty where they do not matter. */
  String wordsWanted(Key key) {
    return words.getOrDefault(key, "");
  }

  /** Value of a setting if nothing is done; a staged value counts. */
  Optional<Setting> standing(Key key) {
    return reading(key).flatMap(Reading::standing);
  }

  private Optional<Reading> reading(Key key) {
    return Optional.ofNullable(observed.get(key.target())).map(of -> of.reading(key.kind()));
  }

  boolean isBusy(PortId port) {
    return busy.contains(port) || around.peer(port).filter(busy::contains).isPresent();
  }
}
