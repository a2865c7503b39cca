package dev.losslessd.inventory;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.files.Hang;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Findings on connections to devices, whatever the intent says. */
final class WayFindings {
  /** Ports that a message names. */
  private static final int NAMED = 3;

  private WayFindings() {}

  /** What is wrong with the connections to a device, their account and their secrets. */
  static List<Finding> of(DeviceId device, SwitchConnections ways) {
    String name = device.name();
    List<Finding> all = new ArrayList<>();
    ways.troubles()
        .forEach(
            why -> all.add(FindingRule.GARBAGE.at(name, "it sends what no device should: " + why)));
    ways.slowness()
        .map(how -> name + " is slow: it " + how + "; what is known of it is older than usual")
        .ifPresent(what -> all.add(FindingRule.SLOW_DEVICE.at(name, what)));
    ways.login()
        .keyRefusal()
        .map(no -> "its host key is not the trusted one since " + no.since() + ": " + no.why())
        .ifPresent(what -> all.add(FindingRule.HOST_KEY.at(name, what)));
    ways.login()
        .refusal()
        .ifPresent(why -> all.add(FindingRule.LOGIN_REFUSED.at(name, name + " is " + why)));
    if (!ways.openSecrets().isEmpty()) {
      all.add(FindingRule.SECRET_OPEN.at(name, String.join("; ", ways.openSecrets())));
    }
    return all;
  }

  /** Since when is what the finding tells, not now. */
  static Finding hangs(DeviceId host, Hang hang) {
    return FindingRule.FILE_HANGS.at(subject(host, hang), notRead(host, hang)).from(hang.since());
  }

  /** What is not read, and why. */
  static String notRead(DeviceId host, Hang hang) {
    return subject(host, hang) + " is not read: " + hang.text();
  }

  /** A port has no blank in its name. */
  private static String subject(DeviceId host, Hang hang) {
    return hang.place().contains(" ") ? host.name() : host + ":" + hang.place();
  }

  static Finding members(DeviceId device, Map<PortId, String> ports) {
    List<String> named =
        ports.entrySet().stream()
            .map(one -> one.getKey().name() + " (" + one.getValue() + ")")
            .toList();
    return FindingRule.BUNDLE_MEMBER.at(
        device.name(),
        ("the policy leaves out host ports that are members of a bundle: %s; their QoS is set on"
                + " the bundle, which losslessd does not write")
            .formatted(Some.of(named, NAMED)));
  }

  static Finding notSaved(DeviceId device, String why) {
    return FindingRule.NOT_SAVED.at(
        device.name(), "what was confirmed may be lost at its next reboot: " + why);
  }

  static Finding leftShut(LeftShut left) {
    Finding found =
        FindingRule.LEFT_SHUT.at(left.port().toString(), left.text() + " (" + left.at() + ")");
    return left.up()
        ? found
        : found
            .worseIf(true)
            .advising(
                ("bring it up by hand ('sudo config interface startup %s'), or 'losslessd retry'"
                        + " the commit that waits")
                    .formatted(left.port().name()));
  }

  /** One for each other agent, however much of the device it holds. */
  static List<Finding> secondWriters(DeviceId device, List<ForeignMark> marks) {
    Map<String, List<ForeignMark>> byHost =
        marks.stream()
            .collect(Collectors.groupingBy(ForeignMark::host, TreeMap::new, Collectors.toList()));
    return byHost.values().stream().map(some -> secondWriter(device, some)).toList();
  }

  private static Finding secondWriter(DeviceId device, List<ForeignMark> marks) {
    Comparator<ForeignMark> wholeFirst = Comparator.comparing(mark -> mark.key().isPresent());
    ForeignMark first = marks.stream().min(wholeFirst).orElseThrow();
    long more = marks.size() - 1L;
    return FindingRule.SECOND_WRITER.at(
        device.name(), first.who(device) + (more == 0 ? "" : ", and " + more + " marks more"));
  }

  static Finding lapse(String what) {
    return FindingRule.LISTENER_STOPPED.at("losslessd", what);
  }
}
