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

  /** Returns a copy with only the targets that others contain. */
  public Identities at(Identities others) {
    return only(target -> !others.of(target).isNone());
  }

  /**
   * Returns a copy with what was found on a device instead of what was known. Ports that are absent
   * keep their identity: a card that is out of its slot was not seen, so nobody accepted another.
   * An agent has one host: a host that was found takes the place of one with another name, together
   * with the ports of that one if only the name changed.
   */
  public Identities replacing(DeviceId device, Identities found) {
    Identity self = found.of(new Target.Device(device));
    TreeMap<Target, Identity> left = new TreeMap<>(all);
    if (self.has(Identity.Fact.MACHINE_ID)) {
      for (Target host : hosts()) {
        if (!host.device().equals(device)) {
          left.keySet().removeIf(target -> target.device().equals(host.device()));
          if (!of(host).isOther(self)) {
            left.putAll(ofDevice(host.device()).portsAs(device));
          }
        }
      }
    }
    left.putAll(found.all);
    return new Identities(left);
  }

  private Map<Target, Identity> portsAs(DeviceId device) {
    Map<Target, Identity> ports = new TreeMap<>();
    all.forEach((target, one) -> {
      if (target instanceof Target.Port port) {
        ports.put(Target.port(new PortId(device, port.id().name())), one);
      }
    });
    return ports;
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
