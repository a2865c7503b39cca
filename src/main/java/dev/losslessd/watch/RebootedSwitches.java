package dev.losslessd.watch;

import dev.losslessd.inventory.Reboot;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Some;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Switches that came up without settings that they had before a reboot. Each is one finding; the
 * drift of those settings, and the links that it broke, are in it and are no findings of their own.
 * Pure.
 */
final class RebootedSwitches {
  /** Settings and links that the message names. */
  private static final int NAMED = 3;

  /**
   * @param targets of the settings that are gone
   */
  private record Loss(Reboot reboot, SortedSet<Key> gone, Set<Target> targets) {
    Loss(Reboot reboot, SortedSet<Key> gone) {
      this(reboot, gone, gone.stream().map(Key::target).collect(Collectors.toSet()));
    }

    boolean touches(PortId port) {
      return targets.contains(Target.port(port))
          || targets.contains(new Target.Device(port.device()));
    }
  }

  private final SortedMap<DeviceId, Loss> losses = new TreeMap<>();

  /**
   * @param facts what differs now
   * @param reboots the last reboot of a device, if one was seen
   */
  RebootedSwitches(Collection<DriftBook.Fact> facts, Function<DeviceId, Optional<Reboot>> reboots) {
    Map<DeviceId, List<DriftBook.Fact>> byDevice =
        facts.stream().collect(Collectors.groupingBy(fact -> fact.key().target().device()));
    byDevice.forEach((device, those) ->
        reboots
            .apply(device)
            .map(reboot -> new Loss(reboot, gone(reboot, those)))
            .filter(loss -> !loss.gone().isEmpty())
            .ifPresent(loss -> losses.put(device, loss)));
  }

  private static SortedSet<Key> gone(Reboot reboot, Collection<DriftBook.Fact> facts) {
    return facts.stream()
        .filter(fact -> reboot.explains(fact.since()))
        .map(DriftBook.Fact::key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Switches that lack settings. */
  Set<DeviceId> devices() {
    return losses.keySet();
  }

  /** Whether a setting is gone with a reboot. */
  boolean explains(DriftBook.Fact fact) {
    return loss(fact.key().target().device())
        .filter(loss -> loss.gone().contains(fact.key()))
        .isPresent();
  }

  /**
   * Whether a link is broken since a reboot by which one of its ends has lost settings.
   *
   * @param since when the link was found broken; empty if it is new, or a part of a reboot so far
   */
  boolean explains(LinkContract contract, Optional<Instant> since) {
    return contract.verdict() == Verdict.BROKEN
        && ends(contract.link())
            .anyMatch(end ->
                loss(end.device())
                    .filter(loss -> loss.touches(end))
                    .filter(loss -> since.filter(loss.reboot().after()::isAfter).isEmpty())
                    .isPresent());
  }

  private Optional<Loss> loss(DeviceId device) {
    return Optional.ofNullable(losses.get(device));
  }

  private static Stream<PortId> ends(Link link) {
    return Stream.of(link.a(), link.b());
  }

  /**
   * One finding for each switch.
   *
   * @param broken links that {@link #explains(LinkContract, Optional)} is true of
   */
  Stream<Finding> findings(Collection<LinkContract> broken) {
    return losses.entrySet().stream().map(one -> finding(one.getKey(), one.getValue(), broken));
  }

  private static Finding finding(DeviceId device, Loss loss, Collection<LinkContract> broken) {
    List<String> links =
        broken.stream()
            .map(LinkContract::link)
            .filter(link ->
                ends(link).anyMatch(end -> end.device().equals(device) && loss.touches(end)))
            .map(Link::text)
            .sorted()
            .toList();
    List<String> gone = loss.gone().stream().map(Key::toString).toList();
    boolean whole = loss.gone().stream().anyMatch(key -> key.target() instanceof Target.Device);
    return FindingRule.REBOOTED
        .at(
            device.name(),
            "%s %s and came up with its startup configuration: %s%s"
                .formatted(
                    device,
                    loss.reboot().text(),
                    list(gone, "setting", "gone"),
                    links.isEmpty() ? "" : "; " + list(links, "link", "broken")))
        .advising(
            ("to set them again, run 'losslessd apply%s'; then 'losslessd save %s' keeps"
                    + " them over the next reboot; 'losslessd drift' lists the settings,"
                    + " 'losslessd contract' the links")
                .formatted(whole ? " --accept-scope" : "", device));
  }

  /** {@code 4 settings gone, A, B, C and 1 more}. */
  private static String list(List<String> all, String noun, String what) {
    String count = all.size() + " " + noun + (all.size() == 1 ? "" : "s");
    return count + " " + what + ", " + Some.of(all, NAMED);
  }
}
