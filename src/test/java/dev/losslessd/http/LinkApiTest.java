package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LinkApiTest extends OnRig {
  private static final TreeMap<String, String> RAIL = new TreeMap<>(Map.of("rail", "0"));

  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");

  @Test
  void aLinkComesWithEveryCheckAndBothValues() {
    rig.links.add(
        contract(
            OptionalInt.of(5),
            Link.Source.CONFIG,
            new Check("pfc", Verdict.OK, "3", "3", ""),
            new Check("mtu", Verdict.BROKEN, "9000", "1500", "too long")));
    rig.links.add(
        contract(
            OptionalInt.empty(),
            Link.Source.LLDP,
            new Check("global-pause", Verdict.UNKNOWN, "off", "unread: down", "not told")));

    JsonNode items = rig.get("/api/v1/links").json().path("items");

    assertThat(items.at("/0/a").asString()).isEqualTo(Rig.NIC.toString());
    assertThat(items.at("/0/b").asString()).isEqualTo("leaf1:Ethernet1/1");
    assertThat(items.at("/0/cableMetres").asInt()).isEqualTo(5);
    assertThat(items.at("/0/source").asString()).isEqualTo("config");
    assertThat(items.at("/0/verdict").asString()).isEqualTo("broken");
    assertThat(items.at("/0/checks/1/name").asString()).isEqualTo("mtu");
    assertThat(items.at("/0/checks/1/a").asString()).isEqualTo("9000");
    assertThat(items.at("/0/checks/1/why").asString()).isEqualTo("too long");
    assertThat(items.at("/1/cableMetres").isNull()).isTrue();
    assertThat(items.at("/1/source").asString()).isEqualTo("lldp");
    assertThat(items.at("/1/verdict").asString()).isEqualTo("unknown");
  }

  @Test
  void aSwitchTellsWhatItIsAndWhichPortsCount() {
    DeviceHealth health = new DeviceHealth(PORT.device(), true, rig.now, "");
    rig.switches.add(
        new KnownSwitch(health, "nxos", "192.0.2.7", true, false, RAIL, List.of(PORT)));
    rig.health.add(health);
    rig.health.add(new DeviceHealth(new DeviceId("gpu01"), true, rig.now, ""));

    JsonNode leaf = rig.get("/api/v1/switches").json().at("/items/0");

    assertThat(leaf.path("name").asString()).isEqualTo("leaf1");
    assertThat(leaf.path("os").asString()).isEqualTo("nxos");
    assertThat(leaf.path("address").asString()).isEqualTo("192.0.2.7");
    assertThat(leaf.path("managed").asBoolean()).isTrue();
    assertThat(leaf.path("up").asBoolean()).isTrue();
    assertThat(leaf.path("lastSuccess").asString()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(leaf.at("/labels/rail").asString()).isEqualTo("0");
    assertThat(leaf.at("/ports/0").asString()).isEqualTo("leaf1:Ethernet1/1");
    assertThat(rig.get("/api/v1/devices/leaf1").text("kind")).isEqualTo("switch");
    assertThat(rig.get("/api/v1/devices/gpu01").text("kind")).isEqualTo("host");
  }

  @Test
  void switchesAreSelectedByALabelAndAnUnknownOneIsNoWave() {
    DeviceHealth health = new DeviceHealth(PORT.device(), true, rig.now, "");
    rig.switches.add(
        new KnownSwitch(health, "nxos", "192.0.2.7", true, false, RAIL, List.of(PORT)));

    assertThat(rig.get("/api/v1/switches?label=rail=0").json().at("/items")).hasSize(1);
    assertThat(rig.get("/api/v1/switches?label=rail=1").json().at("/items")).isEmpty();
    assertThat(rig.get("/api/v1/switches?label=rail=0&label=rack=a1").json().at("/items"))
        .isEmpty();
    assertThat(rig.get("/api/v1/switches?label=rail=0&label=rail=0").json().at("/items"))
        .hasSize(1);
    assertThat(rig.get("/api/v1/switches?label=rail").status()).isEqualTo(400);
    assertThat(rig.post("/api/v1/plans", "{\"waves\":[\"rail=0\",\"100%\"]}").status())
        .isEqualTo(200);
    assertThat(rig.post("/api/v1/plans", "{\"waves\":[\"rial=0\",\"100%\"]}").json().toString())
        .contains("rial=0: no switch and no host has it");
  }

  private static LinkContract contract(OptionalInt metres, Link.Source source, Check... checks) {
    return new LinkContract(new Link(Rig.NIC, PORT, metres, source), List.of(checks));
  }
}
