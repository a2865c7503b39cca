package dev.losslessd.metrics;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
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
import java.util.Map;

/** Facts besides counters on the project's own page. */
record NativeFacts(Text text, Facts now, ManagementFacts management, SeriesOwner owner) {

  /**
   * @param ports with their totals, for the resets of each
   */
  void write(PageRequest request, Map<PortId, List<PortTotals>> ports) {
    if (request.has(Group.NIC)) {
      info();
      now.states().ports(text);
      now.states().ready(text);
      now.labels().ports(text);
    }
    active(request.has(Group.NIC), request.has(Group.SWITCH));
    speeds(request.has(Group.NIC), request.has(Group.SWITCH));
    if (request.has(Group.TARGETS)) {
      targets(ports);
      now.labels().devices(text);
    }
    PolledText.write(text, request, now.pollStats(), owner);
    if (request.has(Group.SETTINGS)) {
      settings();
      management.overrides(text);
    }
    if (request.has(Group.FINDINGS)) {
      findings();
    }
    if (request.has(Group.LINKS)) {
      links();
    }
    if (request.has(Group.DAEMON)) {
      management.commits(text);
    }
  }

  private void info() {
    text.family("roce_port_info", "gauge", "Identity of a NIC port; always 1.");
    for (Nic nic : nics()) {
      text.sample(
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

  private void active(boolean nics, boolean switches) {
    if (!nics && !switches) {
      return;
    }
    text.family(
        "roce_port_active",
        "gauge",
        "1 while the NIC port is ACTIVE or the switch port up, 0 while it is not; absent if"
            + " unknown. 0: no job can use it, look at cable and peer.");
    for (Nic nic : nics()) {
      if (nics && (nic.isActive() || nic.isInactive())) {
        active(nic.port(), nic.isActive(), "nic");
      }
    }
    if (switches) {
      now.switchLinks().forEach((port, link) -> active(port, link.up(), "switch"));
    }
  }

  private void active(PortId port, boolean active, String end) {
    text.sample(active ? "1" : "0", owner.labels(port, "end", end));
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
    text.sample(mbps * 125_000, owner.labels(port));
  }

  private void targets(Map<PortId, List<PortTotals>> ports) {
    text.family("roce_target_up", "gauge", "1 while the port can be read.");
    for (Health health : now.health()) {
      text.sample(health.up() ? "1" : "0", ids(health));
    }
    text.family(
        "roce_target_last_success_timestamp_seconds", "gauge", "Time of the last whole sweep.");
    for (Health health : now.health()) {
      health
          .lastSuccess()
          .ifPresent(at ->
              text.sample(
                  at.getEpochSecond() + "." + String.format("%03d", at.toEpochMilli() % 1000),
                  ids(health)));
    }
    text.family("roce_target_failures_total", "counter", "Sweeps that failed.");
    for (Health health : now.health()) {
      text.sample(health.failures(), ids(health));
    }
    text.family(
        "roce_resets_total",
        "counter",
        "Counters that fell back: driver reload or firmware reset.");
    ports.forEach((port, readers) ->
        text.sample(readers.stream().mapToLong(PortTotals::resets).sum(), owner.labels(port)));
  }

  private void settings() {
    now.states().settings(text);
    text.family("roce_pfc_enabled", "gauge", "1 where PFC is on for the priority, as read back.");
    List<Observation> sorted = new ArrayList<>(now.observations());
    sorted.sort(Comparator.comparing(o -> o.observed().target()));
    for (Observation observation : sorted) {
      if (observation.observed().target() instanceof Target.Port port
          && observation.observed().inForce(SettingKind.PFC).orElse(null) instanceof Pfc pfc) {
        pfc(port.id(), pfc, owner.isHost(port.id().device()) ? "nic" : "switch");
      }
    }
    text.family("roce_config_drift", "gauge", "1 per setting that is not as wanted.");
    for (Finding finding : now.findings()) {
      if (finding.rule() == FindingRule.DRIFT) {
        text.sample("1", drift(finding.subject()));
      }
    }
  }

  /**
   * @param subject target and setting: {@code gpu01:ens1f0np0 pfc}
   */
  private String[] drift(String subject) {
    String[] words = subject.split(" ", 2);
    Target target = Target.parse(words[0]);
    return owner.labels(
        target.device(),
        "port",
        target instanceof Target.Port on ? on.id().name() : "",
        "target",
        words[0],
        "setting",
        words[1]);
  }

  private void findings() {
    FindingText.write(text, now.findings(), management.devices(), owner.poller());
  }

  private void links() {
    Catalogue.Family family = Catalogue.LINK_CONTRACT;
    text.family(family.name(), "gauge", family.help());
    for (LinkCheck one : now.linkChecks()) {
      text.sample(one.ok() ? "1" : "0", labels(one));
    }
  }

  /** Device and port are those of the first end, so that a check joins with what else is there. */
  private String[] labels(LinkCheck one) {
    List<String> labels =
        List.of(
            "a",
            one.a().toString(),
            "b",
            one.b().toString(),
            "check",
            one.check(),
            "device",
            one.a().device().name(),
            "port",
            one.a().name());
    boolean hosts = owner.isHost(one.a().device()) && owner.isHost(one.b().device());
    return owner.polled(labels, hosts).toArray(String[]::new);
  }

  private void pfc(PortId port, Pfc pfc, String end) {
    for (int n = 0; n < Priority.COUNT; n++) {
      text.sample(
          pfc.lossless().contains(Priority.of(n)) ? "1" : "0",
          owner.labels(port, "end", end, "priority", Integer.toString(n)));
    }
  }

  /** A reader beside the main one is told apart, with the age of what it read. */
  private String[] ids(Health health) {
    return health.source().isEmpty()
        ? owner.labels(health.port())
        : owner.labels(health.port(), "source", health.source());
  }
}
