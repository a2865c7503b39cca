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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Facts besides counters on the project's own page. */
final class NativeFacts {
  private final Text text;
  private final Facts now;
  private final Set<DeviceId> hosts;

  NativeFacts(Text text, Facts now, Set<DeviceId> hosts) {
    this.text = text;
    this.now = now;
    this.hosts = hosts;
  }

  /**
   * @param ports with their totals, for the resets of each
   */
  void write(PageRequest request, Map<PortId, List<PortTotals>> ports) {
    if (request.has(Group.NIC)) {
      info();
    }
    speeds(request.has(Group.NIC), request.has(Group.SWITCH));
    if (request.has(Group.TARGETS)) {
      targets(ports);
      labels();
    }
    PolledText.write(text, request, now.pollStats());
    if (request.has(Group.SETTINGS)) {
      settings();
    }
    if (request.has(Group.FINDINGS)) {
      findings();
    }
    if (request.has(Group.LINKS)) {
      links();
    }
  }

  private void info() {
    text.family("roce_port_info", "gauge", "Identity of a NIC port; always 1.");
    for (Nic nic : nics()) {
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
  }

  private List<Nic> nics() {
    List<Nic> all = new ArrayList<>(now.nics());
    all.addAll(now.serverNics());
    return all;
  }

  private void speeds(boolean nics, boolean switches) {
    if (!nics && !switches) {
      return;
    }
    text.family(
        "roce_port_speed_bytes_per_second", "gauge", "Rate of the port; absent if unknown.");
    for (Nic nic : nics()) {
      if (nics && nic.rateMbps() > 0) {
        speed(nic.port(), nic.rateMbps());
      }
    }
    if (switches) {
      now.switchRates().forEach(this::speed);
    }
  }

  private void speed(PortId port, long mbps) {
    text.sample("roce_port_speed_bytes_per_second", Long.toString(mbps * 125_000), ids(port));
  }

  /** Labels go behind a prefix, so that none of them meets one of the page's own. */
  private void labels() {
    String name = Catalogue.DEVICE_LABELS.name();
    if (now.labels().isEmpty()) {
      return;
    }
    text.family(name, "gauge", Catalogue.DEVICE_LABELS.help());
    now.labels()
        .forEach((device, labels) -> {
          List<String> pairs = new ArrayList<>(List.of("device", device.name()));
          new TreeMap<>(labels)
              .forEach((label, value) -> pairs.addAll(List.of("label_" + label, value)));
          text.sample(name, "1", pairs.toArray(String[]::new));
        });
  }

  private void targets(Map<PortId, List<PortTotals>> ports) {
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
    ports.forEach((port, readers) ->
        text.sample(
            "roce_resets_total",
            Long.toString(readers.stream().mapToLong(PortTotals::resets).sum()),
            ids(port)));
  }

  private void settings() {
    now.states().settings(text);
    text.family("roce_pfc_enabled", "gauge", "1 where PFC is on for the priority, as read back.");
    List<Observation> sorted = new ArrayList<>(now.observations());
    sorted.sort(Comparator.comparing(o -> o.observed().target()));
    for (Observation observation : sorted) {
      if (observation.observed().target() instanceof Target.Port port
          && observation.observed().inForce(SettingKind.PFC).orElse(null) instanceof Pfc pfc) {
        pfc(port.id(), pfc, hosts.contains(port.id().device()) ? "nic" : "switch");
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

  private void findings() {
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

  private void links() {
    Catalogue.Family family = Catalogue.LINK_CONTRACT;
    text.family(family.name(), "gauge", family.help());
    for (LinkCheck one : now.linkChecks()) {
      text.sample(
          family.name(), one.ok() ? "1" : "0", "a", one.a(), "b", one.b(), "check", one.check());
    }
  }

  private void pfc(PortId port, Pfc pfc, String end) {
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
