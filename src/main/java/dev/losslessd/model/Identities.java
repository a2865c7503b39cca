package dev.losslessd.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Identities of several devices and ports; those without facts are left out.
 *
 * @param all by target
 */
public record Identities(SortedMap<Target, Identity> all) {
  public static final Identities NONE = new Identities(new TreeMap<>());

  public Identities {
    TreeMap<Target, Identity> told = new TreeMap<>(all);
    told.values().removeIf(Identity::isNone);
    all = Collections.unmodifiableSortedMap(told);
  }

  public static Identities of(Target target, Identity one) {
    return new Identities(new TreeMap<>(Map.of(target, one)));
  }

  public boolean isNone() {
    return all.isEmpty();
  }

  public Identity of(Target target) {
    return all.getOrDefault(target, Identity.NONE);
  }

  /** Identities of one device and its ports. */
  public Identities ofDevice(DeviceId device) {
    return only(target -> target.device().equals(device));
  }

  /** Returns a copy without hosts, whose identity is the installed system, not the hardware. */
  public Identities ofBoxes() {
    return only(target -> !of(target).has(Identity.Fact.MACHINE_ID));
  }

  private Identities only(Predicate<Target> which) {
    TreeMap<Target, Identity> some = new TreeMap<>(all);
    some.keySet().removeIf(which.negate());
    return new Identities(some);
  }

  /** Returns a copy with facts from others that these lack. */
  public Identities with(Identities more) {
    TreeMap<Target, Identity> both = new TreeMap<>(all);
    more.all.forEach((target, one) -> both.merge(target, one, Identity::with));
    return new Identities(both);
  }

  /** Facts that these lack and others have; nothing if these have all of them. */
  public Identities lacking(Identities found) {
    TreeMap<Target, Identity> news = new TreeMap<>(found.all);
    news.entrySet()
        .removeIf(
            one -> of(one.getKey()).facts().keySet().containsAll(one.getValue().facts().keySet()));
    return new Identities(news);
  }

  /**
   * Others in the place of all that was known of a device. There is one host of this agent: it
   * takes the place of one of another name, too.
   */
  public Identities replacing(DeviceId device, Identities found) {
    boolean host = found.of(new Target.Device(device)).has(Identity.Fact.MACHINE_ID);
    List<DeviceId> gone =
        hosts().stream().map(Target::device).filter(one -> host || one.equals(device)).toList();
    TreeMap<Target, Identity> left = new TreeMap<>(all);
    left.keySet().removeIf(target -> target.device().equals(device));
    left.keySet().removeIf(target -> gone.contains(target.device()));
    left.putAll(found.all);
    return new Identities(left);
  }

  /** Hosts that agents of this state have run on; one in all but the oddest cases. */
  private List<Target> hosts() {
    return all.entrySet().stream()
        .filter(one -> one.getValue().has(Identity.Fact.MACHINE_ID))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Found devices whose identity differs from the one in here. */
  public List<OtherDevice> others(Identities found) {
    List<OtherDevice> others = new ArrayList<>();
    found.all.forEach((target, one) -> {
      Identity known = of(target);
      if (known.isOther(one)) {
        others.add(OtherDevice.behind(target, known, one));
      } else if (one.has(Identity.Fact.MACHINE_ID) && !known.has(Identity.Fact.MACHINE_ID)) {
        hosts().stream()
            .findFirst()
            .ifPresent(host -> others.add(OtherDevice.renamed(host, of(host), target, one)));
      }
    });
    return others;
  }

  /** A line for each: {@code leaf1: serial FDO21120U8N}. */
  public List<String> texts() {
    return all.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue().text()).toList();
  }
}
