package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.UndoCause;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is wanted, what is open and what was undone, as the page tells it. */
class ManagementFactsTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId OTHER = new DeviceId("leaf2");
  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000L);

  @Test
  void overridesAreToldByDeviceWithThoseThatHideThePolicy() {
    Intent intent =
        new Intent(
            new TreeMap<>(Map.of(mtu("gpu01:ens1"), new Mtu(4200))),
            new TreeMap<>(
                Map.of(
                    mtu("gpu01:ens1"), new Mtu(9216),
                    mtu("gpu01:ens2"), new Mtu(9216))));

    String page = text(facts(intent, List.of(), Map.of())::overrides);

    assertThat(page)
        .contains("roce_overrides{device=\"gpu01\"} 2\n", "roce_overrides{device=\"leaf1\"} 0\n")
        .contains("roce_overrides_hidden{device=\"gpu01\"} 1\n")
        .contains("roce_overrides_hidden{device=\"leaf1\"} 0\n")
        .as("a switch that it does not set")
        .doesNotContain("leaf2");
  }

  @Test
  void openCommitsAreToldByStateWithTheirDeadline() {
    String page =
        text(
            facts(
                    Intent.NOTHING,
                    List.of(
                        new Commit.AwaitingConfirm(run("c-000003"), NOW),
                        new Commit.Stuck(run("c-000002"), "refused", List.of(), NOW),
                        new Commit.Confirmed(run("c-000001"), 1, NOW)),
                    Map.of(UndoCause.GUARD, 2L))
                ::commits);

    assertThat(page)
        .contains("losslessd_commits_open{state=\"awaiting-confirm\"} 1\n")
        .contains("losslessd_commits_open{state=\"stuck\"} 1\n")
        .contains("losslessd_commits_open{state=\"undoing\"} 0\n")
        .doesNotContain("state=\"confirmed\"")
        .contains(
            "losslessd_commit_deadline_timestamp_seconds{commit=\"c-000003\","
                + "state=\"awaiting-confirm\"} 1800000000\n")
        .contains("losslessd_commits_undone_total{cause=\"guard\"} 2\n")
        .contains("losslessd_commits_undone_total{cause=\"person\"} 0\n");
  }

  @Test
  void findingsAreToldByRuleAndByTheDeviceTheyAreAbout() {
    List<Finding> findings =
        Stream.of("gpu01:ens1 pfc", "leaf1", "leaf3:Ethernet1 <-> leaf1:Ethernet2", "settings")
            .map(subject ->
                new Finding(
                    FindingRule.DRIFT, Finding.Severity.WARNING, subject, "differs", "mend", NOW))
            .toList();

    String page = text(text -> FindingText.write(text, findings, Set.of(HOST, LEAF), HOST));

    assertThat(page)
        .contains("roce_findings_open{severity=\"warning\"} 4\n")
        .contains("roce_findings_open{severity=\"critical\"} 0\n")
        .contains("roce_findings{severity=\"warning\",rule=\"drift\",device=\"gpu01\"} 2\n")
        .contains("roce_findings{severity=\"warning\",rule=\"drift\",device=\"leaf1\"} 1\n")
        .contains("roce_findings{severity=\"warning\",rule=\"drift\",device=\"leaf3\"} 1\n")
        .doesNotContain("roce_findings{severity=\"critical\"");
  }

  private static ManagementFacts facts(
      Intent intent, List<Commit> commits, Map<UndoCause, Long> undone) {
    Set<DeviceId> devices = Set.of(HOST, LEAF, OTHER);
    return ManagementFacts.of(intent, devices, one -> !one.equals(OTHER), commits, undone);
  }

  private static Key mtu(String port) {
    return new Key(Target.port(PortId.parse(port)), SettingKind.MTU);
  }

  private static Commit.Run run(String id) {
    return new Commit.Run(
        id, new Plan("p", "d", List.of(), List.of(), List.of()), "uid:0", "", NOW);
  }

  private static String text(Consumer<Text> part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Text text = new Text(PageFormat.PROMETHEUS, bytes);
    part.accept(text);
    text.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
