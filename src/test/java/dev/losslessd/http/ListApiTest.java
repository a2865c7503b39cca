package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Lists: which items, in which order, and a page at a time. */
class ListApiTest {
  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    for (PortId port : List.of(Rig.NIC, Rig.SLASHED)) {
      policy.put(new Key(Target.port(port), SettingKind.PFC), new Pfc(PrioritySet.of(3)));
      policy.put(new Key(Target.port(port), SettingKind.GLOBAL_PAUSE), GlobalPause.OFF);
    }
    rig = new Rig(folder, Mode.ENFORCE, policy);
    rig.health.add(new DeviceHealth(new DeviceId("gpu01"), true, rig.now, ""));
    for (int n = 3; n > 0; n--) {
      leaf("leaf" + n, n == 2 ? "1" : "0", n != 3);
    }
    rig.links.add(link(Rig.NIC, PortId.parse("leaf1:Ethernet1/1"), Verdict.OK));
    rig.links.add(link(Rig.SLASHED, PortId.parse("leaf2:Ethernet1/1"), Verdict.BROKEN));
    rig.firmware.put(Rig.NIC, List.of());
    rig.counters.rates.put(PortId.parse("leaf1:Ethernet1/1"), 400_000L);
    rig.counters.links.put(PortId.parse("leaf2:Ethernet1/1"), new LinkReading(true, 0));
    rig.counters.links.put(PortId.parse("leaf2:Ethernet1/2"), new LinkReading(false, 0));
    finding(FindingRule.DRIFT, Severity.WARNING, "gpu01:ens1f0np0 pfc");
    finding(FindingRule.CONTRACT, Severity.CRITICAL, "gpu01:ens1f0np0 <-> leaf1:Ethernet1/1");
    finding(FindingRule.UNWIRED, Severity.WARNING, "leaf2");
    finding(FindingRule.STAGED, Severity.INFO, "the clock of this host");
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private void leaf(String name, String rail, boolean up) {
    DeviceHealth health = new DeviceHealth(new DeviceId(name), up, rig.now, up ? "" : "silent");
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put("rail", rail);
    rig.health.add(health);
    rig.switches.add(
        new KnownSwitch(
            health,
            "nxos",
            "192.0.2.7",
            true,
            false,
            labels,
            List.of(PortId.parse(name + ":Ethernet1/1"), PortId.parse(name + ":Ethernet1/2"))));
  }

  private static LinkContract link(PortId a, PortId b, Verdict verdict) {
    return new LinkContract(
        new Link(a, b, OptionalInt.empty(), Link.Source.CONFIG),
        List.of(new Check("pfc", verdict, "3", "3", "")));
  }

  private void finding(FindingRule rule, Severity severity, String subject) {
    rig.findings.add(new Finding(rule, severity, subject, "message", "advice", rig.now));
  }

  private List<String> all(String path, String member) {
    return rig.getWithToken(path)
        .json()
        .path("items")
        .valueStream()
        .map(item -> item.path(member).asString())
        .toList();
  }

  /** Reads all pages of one item each. */
  private List<String> paged(String path, String member) {
    List<String> all = new ArrayList<>();
    String after = "";
    for (int guard = 0; guard < 100; guard++) {
      JsonNode page =
          rig.getWithToken(path + (path.contains("?") ? "&" : "?") + "limit=1" + after).json();
      assertThat(page.path("items").size()).isLessThanOrEqualTo(1);
      page.path("items").forEach(item -> all.add(item.path(member).asString()));
      if (page.path("next").isMissingNode()) {
        return all;
      }
      after = "&after=" + encoded(page.path("next").asString());
    }
    throw new AssertionError("pages without end of " + path);
  }

  private static String encoded(String cursor) {
    return URLEncoder.encode(cursor, StandardCharsets.UTF_8);
  }

  @Test
  void everyListComesInPagesInTheOrderOfTheWhole() {
    List<String> lists =
        List.of(
            "/api/v1/devices name",
            "/api/v1/ports port",
            "/api/v1/nics port",
            "/api/v1/switches name",
            "/api/v1/links b",
            "/api/v1/intent port",
            "/api/v1/diff?all=true setting",
            "/api/v1/findings subject");
    for (String list : lists) {
      String[] parts = list.split(" ");
      List<String> whole = all(parts[0], parts[1]);

      assertThat(whole).as(list).hasSizeGreaterThan(1);
      assertThat(paged(parts[0], parts[1])).as(list).isEqualTo(whole);
    }
  }

  @Test
  void everyListOfTheDescriptionTakesALimit() {
    for (Route route : Api.table(rig.sources, Rig.TIME)) {
      boolean list = route.size() == Route.Size.LARGE && !route.path().contains("{");
      boolean page = Set.of("/metrics", "/openapi.json", "/api/v1/config").contains(route.path());
      if (list && !page) {
        String query = route.path().endsWith("firmware") ? "?port=gpu01:ens1f0np0&" : "?";
        assertThat(rig.getWithToken(route.path() + query + "limit=0").errorFields())
            .as(route.path())
            .containsExactly("limit");
      }
    }
  }

  @Test
  void portsOfNicsAndSwitchesHaveOneShape() {
    JsonNode items = rig.get("/api/v1/ports").json().path("items");

    assertThat(all("/api/v1/ports", "port"))
        .containsExactly(
            "gpu01:Ethernet1/7",
            "gpu01:ens1f0np0",
            "gpu01:ens1f0v0",
            "leaf1:Ethernet1/1",
            "leaf1:Ethernet1/2",
            "leaf2:Ethernet1/1",
            "leaf2:Ethernet1/2",
            "leaf3:Ethernet1/1",
            "leaf3:Ethernet1/2");
    assertThat(items.get(1).path("end").asString()).isEqualTo("nic");
    assertThat(items.get(1).path("active").asBoolean()).isTrue();
    assertThat(items.get(1).path("rateMbps").asInt()).isEqualTo(400_000);
    assertThat(items.get(1).path("peer").asString()).isEqualTo("leaf1:Ethernet1/1");
    assertThat(items.get(3).path("end").asString()).isEqualTo("switch");
    assertThat(items.get(3).path("active").isNull()).as("nobody told").isTrue();
    assertThat(items.get(3).path("rateMbps").asInt()).isEqualTo(400_000);
    assertThat(items.get(3).at("/labels/rail").asString()).isEqualTo("0");
    assertThat(items.get(4).path("rateMbps").isNull()).isTrue();
    assertThat(items.get(4).path("peer").isNull()).isTrue();
  }

  @Test
  void filtersSelectByNameStateLabelSeverityAndRule() {
    assertThat(all("/api/v1/devices?device=leaf*&state=up", "name"))
        .containsExactly("leaf1", "leaf2");
    assertThat(all("/api/v1/devices?label=rail=1", "name")).containsExactly("leaf2");
    assertThat(all("/api/v1/ports?device=leaf?&port=*1/2&label=rail=0", "port"))
        .containsExactly("leaf1:Ethernet1/2", "leaf3:Ethernet1/2");
    assertThat(all("/api/v1/ports?state=active", "port"))
        .containsExactly("gpu01:ens1f0np0", "gpu01:ens1f0v0", "leaf2:Ethernet1/1");
    assertThat(all("/api/v1/ports?state=inactive", "port")).contains("leaf2:Ethernet1/2");
    assertThat(all("/api/v1/links?state=broken", "a")).containsExactly("gpu01:Ethernet1/7");
    assertThat(all("/api/v1/links?device=leaf1", "b")).containsExactly("leaf1:Ethernet1/1");
    assertThat(all("/api/v1/switches?state=down", "name")).containsExactly("leaf3");
    assertThat(all("/api/v1/nics?port=ens1f0v*", "port")).containsExactly("gpu01:ens1f0v0");
    assertThat(all("/api/v1/findings?severity=critical", "rule")).containsExactly("contract");
    assertThat(all("/api/v1/findings?rule=drift", "rule")).containsExactly("drift");
    assertThat(all("/api/v1/findings?device=leaf1", "rule")).containsExactly("contract");
    assertThat(all("/api/v1/findings?port=gpu01:ens1f0np0", "rule"))
        .containsExactly("contract", "drift");
    assertThat(all("/api/v1/intent?setting=pfc&port=Ethernet1/7", "port"))
        .containsExactly("gpu01:Ethernet1/7");
    assertThat(all("/api/v1/diff?all=true&device=gpu02", "port")).isEmpty();
    assertThat(rig.get("/api/v1/diff?device=gpu02").json().path("wanted").asInt()).isEqualTo(4);
  }

  /** A regex with as many stars backtracks without end. */
  @Test
  void aGlobOfManyStarsIsAnswered() {
    String glob = "*".repeat(127);

    for (String list : List.of("ports", "nics", "links", "findings", "intent", "diff")) {
      Rig.Reply reply =
          rig.getWithToken("/api/v1/" + list + "?device=" + glob + "&port=" + glob + "Z");

      assertThat(reply.status()).as(list).isEqualTo(200);
      assertThat(reply.json().path("items")).as(list).isEmpty();
    }
    assertThat(all("/api/v1/ports?port=" + glob + "1", "port"))
        .containsExactly("leaf1:Ethernet1/1", "leaf2:Ethernet1/1", "leaf3:Ethernet1/1");
    assertThat(rig.get("/api/v1/ports?port=" + glob + "ZZ").errorFields()).containsExactly("port");
  }

  @Test
  void commitsAreSelectedByTheirState() {
    String first = rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}").text("id");
    rig.post("/api/v1/commits/" + first + ":cancel", "");
    String second = rig.put(Rig.PORT + "/pfc", "{\"lossless\":[4]}").text("id");

    assertThat(all("/api/v1/commits?state=rolled-back", "id")).containsExactly(first);
    assertThat(all("/api/v1/commits?state=awaiting-confirm&limit=1", "id")).containsExactly(second);
    assertThat(rig.get("/api/v1/commits?state=open").errorFields()).containsExactly("state");
  }

  @Test
  void aFilterThatCannotBeMeantIsRefusedByName() {
    assertThat(rig.get("/api/v1/ports?state=up").errorFields()).containsExactly("state");
    assertThat(rig.get("/api/v1/ports?port=%20").errorFields()).containsExactly("port");
    assertThat(rig.get("/api/v1/ports?after=x").errorFields()).containsExactly("after");
    assertThat(rig.get("/api/v1/intent?after=gpu01:x%20pcf").errorFields())
        .containsExactly("after");
    assertThat(rig.get("/api/v1/findings?severity=bad").text("detail"))
        .isEqualTo("severity: is 'bad', expected one of info, warning, critical");
    assertThat(rig.get("/api/v1/devices?label=rail").errorFields()).containsExactly("label");
  }
}
