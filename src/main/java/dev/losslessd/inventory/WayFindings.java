package dev.losslessd.inventory;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.files.Hang;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.PortId;
import java.time.Instant;
import java.util.Collection;
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

  static Finding trouble(DeviceId device, String why, Instant now) {
    return new Finding(
        "garbage",
        Finding.Severity.WARNING,
        device.name(),
        "it sends what no device should: " + why,
        "see what answers at its address; a limit of 'input' that is too low can be raised",
        now);
  }

  /** Since when is what the finding tells, not now. */
  static Finding hangs(DeviceId host, Hang hang) {
    return new Finding(
        "file-hangs",
        Finding.Severity.CRITICAL,
        subject(host, hang),
        notRead(host, hang),
        "see in the kernel's log what its driver waits for; it is read again as soon as the file"
            + " answers",
        hang.since());
  }

  /** What is not read, and why. */
  static String notRead(DeviceId host, Hang hang) {
    return subject(host, hang) + " is not read: " + hang.text();
  }

  /** A port has no blank in its name. */
  private static String subject(DeviceId host, Hang hang) {
    return hang.place().contains(" ") ? host.name() : host + ":" + hang.place();
  }

  static Finding slow(DeviceId device, String how, Instant now) {
    return new Finding(
        "slow-device",
        Finding.Severity.INFO,
        device.name(),
        device + " is slow: it " + how + "; what is known of it is older than usual",
        "look at the management network on the way to it",
        now);
  }

  static Finding crowded(PortId port, int neighbours, int most, Instant now) {
    return new Finding(
        "neighbors",
        Finding.Severity.WARNING,
        port.toString(),
        "%s has %s LLDP neighbors, more than %s: its far end is unknown, or the last one known"
            .formatted(port, neighbours, most),
        "declare its link under 'links', or raise 'input.lldp.neighbours' if so many are expected",
        now);
  }

  static Finding members(DeviceId device, Map<PortId, String> ports, Instant now) {
    String named =
        ports.entrySet().stream()
            .limit(NAMED)
            .map(one -> one.getKey().name() + " (" + one.getValue() + ")")
            .collect(Collectors.joining(", "));
    String more = ports.size() > NAMED ? " and " + (ports.size() - NAMED) + " more" : "";
    return new Finding(
        "bundle-member",
        Finding.Severity.INFO,
        device.name(),
        "the policy leaves out host ports that are members of a bundle: "
            + named
            + more
            + "; their QoS is set on the bundle, which losslessd does not write",
        "set PFC and QoS of the bundle by hand",
        now);
  }

  static Finding notSaved(DeviceId device, String why, Instant now) {
    return new Finding(
        "not-saved",
        Finding.Severity.WARNING,
        device.name(),
        "what was confirmed may be lost at its next reboot: " + why,
        "save its configuration by hand, or 'losslessd save " + device + "'",
        now);
  }

  static Finding secretOpen(DeviceId device, List<String> open, Instant now) {
    return new Finding(
        "secret-open",
        Finding.Severity.WARNING,
        device.name(),
        String.join("; ", open),
        "set the mode, and change the secret if others may have read it",
        now);
  }

  static Finding hostKey(DeviceId device, SwitchLogin.KeyRefusal refusal, Instant now) {
    return new Finding(
        "host-key",
        Finding.Severity.CRITICAL,
        device.name(),
        "its host key is not the trusted one since " + refusal.since() + ": " + refusal.why(),
        "compare the fingerprint with the one on the device's console before it is trusted; until"
            + " then nothing is sent to it by SSH",
        now);
  }

  static Finding loginRefused(DeviceId device, String why, Instant now) {
    return new Finding(
        "login-refused",
        Finding.Severity.CRITICAL,
        device.name(),
        device + " is " + why,
        "put the account right, or write its secret's file anew, which is tried at once; the pauses"
            + " keep the account from being locked",
        now);
  }

  static Finding leftShut(LeftShut left, Instant now) {
    return new Finding(
        "left-shut",
        left.up() ? Finding.Severity.WARNING : Finding.Severity.CRITICAL,
        left.port().toString(),
        left.text() + " (" + left.at() + ")",
        left.up()
            ? "see why the write broke off, in the log and on the switch, before the next one"
            : "bring it up by hand ('sudo config interface startup "
                + left.port().name()
                + "'), or 'losslessd retry' the commit that waits",
        now);
  }

  static Finding addressesLost(PortId port, Collection<String> lost, Instant now) {
    return new Finding(
        "addresses-lost",
        Finding.Severity.WARNING,
        port.toString(),
        NetdevAddresses.text(lost),
        "add them again; 'sysctl net.ipv6.conf."
            + port.name()
            + ".keep_addr_on_down=1' keeps IPv6 addresses the next time",
        now);
  }

  /** One for each other agent, however much of the device it holds. */
  static List<Finding> secondWriters(DeviceId device, List<ForeignMark> marks, Instant now) {
    Map<String, List<ForeignMark>> byHost =
        marks.stream()
            .collect(Collectors.groupingBy(ForeignMark::host, TreeMap::new, Collectors.toList()));
    return byHost.values().stream().map(some -> secondWriter(device, some, now)).toList();
  }

  private static Finding secondWriter(DeviceId device, List<ForeignMark> marks, Instant now) {
    Comparator<ForeignMark> wholeFirst = Comparator.comparing(mark -> mark.key().isPresent());
    ForeignMark first = marks.stream().min(wholeFirst).orElseThrow();
    long more = marks.size() - 1L;
    return new Finding(
        "second-writer",
        Finding.Severity.WARNING,
        device.name(),
        first.who(device) + (more == 0 ? "" : ", and " + more + " marks more"),
        "say 'manage: false' for it at one of the two, or waive second-writer to take it over;"
            + " 'losslessd cancel' leaves what the other one holds",
        now);
  }

  static Finding lapse(String what, Instant now) {
    return new Finding(
        "listener-stopped",
        Finding.Severity.WARNING,
        "losslessd",
        what,
        "nothing, unless it comes again; then send the log to the makers",
        now);
  }
}
