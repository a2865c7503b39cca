package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.app.DaemonFixture;
import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example for Alertmanager, in one that runs: who is called, how often, and who is not. */
@SystemGroup
class AlertmanagerTest {
  private static final Path EXAMPLE = Path.of("config/alertmanager.yaml");

  /** Sources and targets of each inhibit rule of the example, in its order. */
  private static final List<Inhibited> ROWS =
      List.of(
          new Inhibited(
              "RocePauseCritical critical gpu01:p1 priority=3 direction=tx end=nic",
              "RocePauseWarning warning gpu01:p1 priority=3 direction=tx end=nic"),
          new Inhibited(
              "RoceLosslessDrops critical leaf1:p1 priority=3 end=switch",
              "RoceLosslessDrops warning leaf1:p1 priority=3 end=switch"),
          new Inhibited(
              "LosslessdCommitStuck critical instance=gpu01:9464",
              "LosslessdUndoing warning instance=gpu01:9464",
              "LosslessdUndoOutstanding critical leaf1 instance=gpu01:9464"),
          new Inhibited("LosslessdDown critical", "LosslessdDown warning instance=gpu01:9464"),
          new Inhibited(
              "RoceTargetDown warning gpu01:p1",
              "RoceTargetStale warning gpu01:p1",
              "RoceContractBroken warning gpu01:p1 a=gpu01:p1 b=leaf1:p1 check=pfc",
              "RoceDrift warning gpu01:p1 target=gpu01:p1 setting=pfc",
              "RoceHostNotReady warning gpu01:p1 check=gid"),
          new Inhibited(
              "RocePortNotActive warning gpu01:p1 end=nic",
              "RoceLinkFlap warning gpu01:p1 end=nic",
              "RoceContractBroken warning gpu01:p1 a=gpu01:p1 b=leaf1:p1 check=pfc",
              "RoceCountersReset info gpu01:p1",
              "RoceHostNotReady warning gpu01:p1 check=gid"),
          new Inhibited(
              "RocePortsMissing critical gpu01",
              "RocePortNotActive warning gpu01:p8 end=nic",
              "RoceTargetDown warning gpu01:p8",
              "RoceTargetStale warning gpu01:p7",
              "RoceCriticalFindings critical gpu01 rule=ports-missing",
              "RoceHostNotReady warning gpu01 check=modules"),
          new Inhibited(
              "RocePauseStorm critical gpu01:p1 end=nic",
              "RocePauseWarning warning leaf1:p1 priority=3 direction=tx end=switch",
              "RocePauseCritical critical leaf2:p9 priority=3 direction=tx end=switch"),
          new Inhibited(
              "RocePauseCritical critical gpu01:p1 priority=3 direction=tx end=nic",
              "RocePauseCritical critical gpu02:p1 priority=3 direction=rx end=nic",
              "RoceEcnSilent warning gpu02:p1 priority=3 direction=rx end=nic"));

  @TempDir private Path folder;

  /** An alert that fires, and others that are silent meanwhile, as their words. */
  private record Inhibited(String source, List<String> targets) {
    Inhibited(String source, String... targets) {
      this(source, List.of(targets));
    }
  }

  @BeforeEach
  void onlyWhereItIsInstalled() {
    assumeTrue(
        RealAlertmanager.program().isPresent(),
        "alertmanager is missing: Debian's prometheus-alertmanager");
  }

  @Test
  void oneWrongHostIsOnePageAndASecondOneIsASecondPage() throws Exception {
    try (RealAlertmanager alertmanager = new RealAlertmanager(folder)) {
      alertmanager.fire(of("a", wrongHost("gpu07")));
      DaemonFixture.await(
          () -> paged(alertmanager).contains("gpu07") && ticketed(alertmanager),
          "nobody is called");

      alertmanager.fire(of("a", wrongHost("gpu08")));
      DaemonFixture.await(
          () -> paged(alertmanager).contains("gpu08"), "nobody is called for the second host");

      assertThat(paged(alertmanager)).containsExactly("gpu07", "gpu08");
      assertThat(active(alertmanager, "critical").stream().map(one -> label(one, "device")))
          .as("critical alerts that are not silent")
          .containsOnly("gpu07", "gpu08");
    }
  }

  /** Eight ports: six that drift, of which one pauses without end, and two that are gone. */
  private static List<String> wrongHost(String host) {
    List<String> all = new ArrayList<>();
    all.add("RocePortsMissing critical " + host);
    all.add("RoceCriticalFindings critical " + host + " rule=ports-missing");
    for (int n = 1; n <= 6; n++) {
      String port = host + ":p" + n;
      String ends = " a=" + port + " b=leaf" + n + ":" + host + " check=pfc";
      all.add("RoceDrift warning " + port + " target=" + port + " setting=pfc");
      all.add("RoceContractBroken warning " + port + ends);
    }
    all.add("RoceHostNotReady warning " + host + " check=modules");
    all.add("RoceHostNotReady warning " + host + ":p1 check=pcie-link");
    all.add("RoceTargetDown warning " + host + ":p7");
    all.add("RoceTargetDown warning " + host + ":p8");
    String paused = " priority=3 direction=";
    all.add("RocePauseStorm critical " + host + ":p1 end=nic");
    all.add("RocePauseCritical critical " + host + ":p1" + paused + "tx end=nic");
    all.add("RocePauseCritical critical leaf1:" + host + paused + "rx end=switch");
    all.add("RocePauseCritical critical leaf1:uplink" + paused + "tx end=switch");
    all.add("RocePauseCritical critical spine1:leaf1" + paused + "rx end=switch");
    for (int n = 1; n <= 6; n++) {
      all.add("RocePauseCritical critical gpu0" + n + ":p1" + paused + "rx end=nic");
    }
    return all;
  }

  /** Devices of all notifications to the pager, in order. */
  private static List<String> paged(RealAlertmanager alertmanager) {
    return alertmanager.notifications("page").stream()
        .map(one -> one.path("groupLabels").path("device").asString(""))
        .toList();
  }

  private static boolean ticketed(RealAlertmanager alertmanager) {
    return !alertmanager.notifications("ticket").isEmpty();
  }

  private static List<JsonNode> active(RealAlertmanager alertmanager, String severity) {
    return alertmanager.alerts().stream()
        .filter(one -> state(one).equals("active"))
        .filter(one -> label(one, "severity").equals(severity))
        .toList();
  }

  @Test
  void whatFollowsFromAnotherAlertIsSilentInItsClusterAndOnlyThere() throws Exception {
    String text = Files.readString(EXAMPLE);
    assertThat(Pattern.compile("source_matchers").matcher(text).results().count())
        .as("inhibit rules of the example")
        .isEqualTo(ROWS.size());
    List<Map<String, String>> silent = new ArrayList<>();
    List<Map<String, String>> loud = new ArrayList<>();
    for (int n = 0; n < ROWS.size(); n++) {
      silent.addAll(of("a" + n, ROWS.get(n).targets()));
      loud.addAll(of("a" + n, List.of(ROWS.get(n).source())));
      loud.addAll(of("b" + n, ROWS.get(n).targets()));
    }
    try (RealAlertmanager alertmanager = new RealAlertmanager(folder)) {
      alertmanager.fire(loud);
      alertmanager.fire(silent);

      DaemonFixture.await(
          () -> alertmanager.alerts().size() == silent.size() + loud.size(), "alerts are lost");
      assertThat(labels(alertmanager, "suppressed")).isEqualTo(texts(silent));
      assertThat(labels(alertmanager, "active")).isEqualTo(texts(loud));
    }
  }

  private static Set<String> texts(List<Map<String, String>> alerts) {
    return alerts.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> labels(RealAlertmanager alertmanager, String state) {
    Set<String> all = new TreeSet<>();
    for (JsonNode alert : alertmanager.alerts()) {
      if (state(alert).equals(state)) {
        Map<String, String> labels = new TreeMap<>();
        alert
            .path("labels")
            .properties()
            .forEach(label -> labels.put(label.getKey(), label.getValue().asString()));
        all.add(labels.toString());
      }
    }
    return all;
  }

  private static String state(JsonNode alert) {
    return alert.path("status").path("state").asString();
  }

  private static String label(JsonNode alert, String name) {
    return alert.path("labels").path(name).asString("");
  }

  /** Alerts as Prometheus labels them; the third word is a device, or a port of one. */
  private static List<Map<String, String>> of(String cluster, List<String> alerts) {
    List<Map<String, String>> all = new ArrayList<>();
    for (String alert : alerts) {
      String[] words = alert.split(" ");
      Map<String, String> labels = new TreeMap<>(Map.of("cluster", cluster, "team", "network"));
      labels.put("alertname", words[0]);
      labels.put("severity", words[1]);
      for (int n = 2; n < words.length; n++) {
        int is = words[n].indexOf('=');
        if (is > 0) {
          labels.put(words[n].substring(0, is), words[n].substring(is + 1));
        } else {
          labels.put("device", words[n].split(":")[0]);
          if (words[n].contains(":")) {
            labels.put("port", words[n].split(":")[1]);
          }
        }
      }
      all.add(labels);
    }
    return all;
  }
}
