package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The Prometheus page. A scrape reads memory and nothing else. */
public final class Page {

  /** So much a page may grow before its buffer has to. */
  private static final int SLACK = 4096;

  private record Known(long version, Set<DeviceId> hosts, Layout layout) {}

  private final Board board;
  private final Supplier<Facts> facts;
  private final Function<PageFormat, String> own;
  private volatile @Nullable Known known;
  private volatile int lastSize;

  /**
   * @param own the daemon's own meters in the same format; what ends a page comes from there
   */
  public Page(Board board, Supplier<Facts> facts, Function<PageFormat, String> own) {
    this.board = board;
    this.facts = facts;
    this.own = own;
  }

  /** The whole page. */
  public byte[] text(PageFormat format) {
    Text text = new Text(format, lastSize + SLACK);
    Facts now = facts.get();
    Set<DeviceId> hosts =
        now.nics().stream().map(nic -> nic.port().device()).collect(Collectors.toSet());
    layout(hosts).write(text);
    ports(text, now);
    targets(text, now);
    PolledText.write(text, now.polled());
    settings(text, now, hosts);
    findings(text, now);
    links(text, now);
    text.raw(own.apply(format));
    lastSize = text.size();
    return text.bytes();
  }

  private Layout layout(Set<DeviceId> hosts) {
    Known last = known;
    long version = board.version();
    if (last == null || last.version() != version || !last.hosts().equals(hosts)) {
      last = new Known(version, hosts, new Layout(board.ports(), hosts));
      known = last;
    }
    return last.layout();
  }

  private static void ports(Text text, Facts now) {
    text.family("roce_port_info", "gauge", "Identity of a NIC port; always 1.");
    for (Nic nic : now.nics()) {
      text.sample(
          "roce_port_info",
          "1",
          "device",
          nic.port().device().name(),
          "port",
          nic.port().name(),
          "rdma_device",
          nic.rdmaDevice(),
          "pci",
          nic.pciAddress(),
          "kernel_driver",
          nic.kernelDriver(),
          "firmware",
          nic.firmware(),
          "model",
          nic.model());
    }
    text.family(
        "roce_port_speed_bytes_per_second", "gauge", "Rate of the port; absent if unknown.");
    for (Nic nic : now.nics()) {
      if (nic.rateMbps() > 0) {
        speed(text, nic.port(), nic.rateMbps());
      }
    }
    now.switchRates().forEach((port, mbps) -> speed(text, port, mbps));
  }

  private static void speed(Text text, PortId port, long mbps) {
    text.sample("roce_port_speed_bytes_per_second", Long.toString(mbps * 125_000), ids(port));
  }

  private void targets(Text text, Facts now) {
    text.family("roce_target_up", "gauge", "1 while the port can be read.");
    for (Health health : now.health()) {
      text.sample("roce_target_up", health.up() ? "1" : "0", ids(health));
    }
    text.family(
        "roce_target_last_success_timestamp_seconds", "gauge", "Time of the last whole sweep.");
    for (Health health : now.health()) {
      health
          .lastSuccess()
          .ifPresent(at ->
              text.sample(
                  "roce_target_last_success_timestamp_seconds",
                  at.getEpochSecond() + "." + String.format("%03d", at.toEpochMilli() % 1000),
                  ids(health)));
    }
    text.family("roce_target_failures_total", "counter", "Sweeps that failed.");
    for (Health health : now.health()) {
      text.sample("roce_target_failures_total", Long.toString(health.failures()), ids(health));
    }
    text.family(
        "roce_resets_total",
        "counter",
        "Counters that fell back: driver reload or firmware reset.");
    board
        .ports()
        .forEach((port, readers) ->
            text.sample(
                "roce_resets_total",
                Long.toString(readers.stream().mapToLong(PortTotals::resets).sum()),
                ids(port)));
  }

  private static void settings(Text text, Facts now, Set<DeviceId> hosts) {
    text.family("roce_pfc_enabled", "gauge", "1 where PFC is on for the priority, as read back.");
    List<Observation> sorted = new ArrayList<>(now.observations());
    sorted.sort(Comparator.comparing(o -> o.observed().target()));
    for (Observation observation : sorted) {
      if (observation.observed().target() instanceof Target.Port port
          && observation.observed().inForce(SettingKind.PFC).orElse(null) instanceof Pfc pfc) {
        pfc(text, port.id(), pfc, Layout.end(port.id(), hosts));
      }
    }
    text.family("roce_config_drift", "gauge", "1 per setting that is not as wanted.");
    for (Finding finding : now.findings()) {
      if (finding.rule().equals("drift")) {
        String[] words = finding.subject().split(" ", 2);
        text.sample("roce_config_drift", "1", "target", words[0], "setting", words[1]);
      }
    }
  }

  private static void findings(Text text, Facts now) {
    text.family("roce_findings", "gauge", "Open findings; 'losslessd findings' tells them.");
    for (Finding.Severity severity : Finding.Severity.values()) {
      long open = now.findings().stream().filter(one -> one.severity() == severity).count();
      text.sample(
          "roce_findings",
          Long.toString(open),
          "severity",
          severity.name().toLowerCase(Locale.ROOT));
    }
  }

  private static void links(Text text, Facts now) {
    Catalogue.Family family = Catalogue.LINK_CONTRACT;
    text.family(family.name(), "gauge", family.help());
    for (LinkCheck one : now.linkChecks()) {
      text.sample(
          family.name(), one.ok() ? "1" : "0", "a", one.a(), "b", one.b(), "check", one.check());
    }
  }

  private static void pfc(Text text, PortId port, Pfc pfc, String end) {
    for (int n = 0; n < Priority.COUNT; n++) {
      text.sample(
          "roce_pfc_enabled",
          pfc.lossless().contains(Priority.of(n)) ? "1" : "0",
          "device",
          port.device().name(),
          "port",
          port.name(),
          "end",
          end,
          "priority",
          Integer.toString(n));
    }
  }

  /** A reader beside the main one is told apart, with the age of what it read. */
  private static String[] ids(Health health) {
    List<String> labels = new ArrayList<>(List.of(ids(health.port())));
    if (!health.source().isEmpty()) {
      labels.addAll(List.of("source", health.source()));
    }
    return labels.toArray(String[]::new);
  }

  private static String[] ids(PortId port) {
    return new String[] {"device", port.device().name(), "port", port.name()};
  }
}
