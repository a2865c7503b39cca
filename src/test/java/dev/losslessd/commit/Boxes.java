package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Identity.Fact;
import dev.losslessd.model.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which boxes and cards stand behind the names, and which of them were replaced: what is another
 * one gets no write until a person accepts it.
 */
final class Boxes {
  private final Map<Target, Identity> all = new TreeMap<>();

  /** Another box or card stands there, nobody has accepted it, and the engine knew the old one. */
  private final Set<Target> strangers = new HashSet<>();

  private final Set<Target> replaced = new HashSet<>();
  private volatile Set<Target> heeded = Set.of();
  private int count;

  Boxes(List<FakeLeaf> leaves) {
    leaves.forEach(leaf -> all.put(new Target.Device(leaf.id), fresh(Fact.SERIAL)));
    all.put(new Target.Device(Rig.ENS1.device()), Identity.of(Fact.MACHINE_ID, "4f1d"));
    all.put(Target.port(Rig.ENS1), fresh(Fact.MAC));
    all.put(Target.port(Rig.ENS2), fresh(Fact.MAC));
  }

  private Identity fresh(Fact fact) {
    count++;
    return Identity.of(
        fact, fact == Fact.MAC ? "0c:42:a1:00:00:%02x".formatted(count) : "FDO" + count);
  }

  /** The fakes tell who they are. */
  void tell(Rig rig) {
    all.forEach((target, identity) -> {
      FakeLeaf leaf = rig.leaves.get(target.device());
      (leaf == null ? rig.nic : leaf.box).identities.put(target, identity);
    });
  }

  /** Puts another box or card in a place. */
  void replace(Rig rig, Target place) {
    Identity other = fresh(place instanceof Target.Port ? Fact.MAC : Fact.SERIAL);
    all.put(place, other);
    replaced.add(place);
    if (!known(rig).others(Identities.of(place, other)).isEmpty()) {
      strangers.add(place);
    }
    tell(rig);
  }

  private static Identities known(Rig rig) {
    return rig.commitEngine.identities().known();
  }

  Set<Target> strangers() {
    return Set.copyOf(strangers);
  }

  boolean anyReplaced() {
    return !replaced.isEmpty();
  }

  /** A person has accepted what is there now. */
  void accepted(DeviceId device) {
    strangers.removeIf(place -> place.device().equals(device));
    heed();
  }

  /** A process died while it was told so: what the next one knows counts. */
  void ask(Rig rig) {
    strangers.removeIf(place -> {
      Identity is = all.getOrDefault(place, Identity.NONE);
      return known(rig).others(Identities.of(place, is)).isEmpty();
    });
  }

  void heed() {
    heeded = Set.copyOf(strangers);
  }

  /** A place with another box in it, to which these are written. */
  Optional<Target> against(List<Change> changes) {
    return heeded.stream()
        .filter(place ->
            changes.stream()
                .map(Change::target)
                .anyMatch(target ->
                    target.equals(place)
                        || (place instanceof Target.Device
                            && target.device().equals(place.device()))))
        .findFirst();
  }
}
