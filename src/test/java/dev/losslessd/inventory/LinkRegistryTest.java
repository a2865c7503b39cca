package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LinkRegistryTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");

  private final List<Nic> nics = new ArrayList<>(List.of(nic()));
  private final List<Neighbour> told = new ArrayList<>();

  @Test
  void aDeclaredCableHasItsLength() {
    Links links =
        cables(new Config.Link("leaf1:Ethernet1/1", NIC.toString(), Optional.of(5L))).links();

    assertThat(links.all())
        .containsExactly(new Link(NIC, PORT, OptionalInt.of(5), Link.Source.CONFIG));
    assertThat(links.peer(PORT)).contains(NIC);
  }

  @Test
  void aNeighbourIsFollowedAsSoonAsItIsTold() {
    LinkRegistry linkRegistry = cables();
    assertThat(linkRegistry.links().all()).isEmpty();

    told.add(new Neighbour(PORT, "gpu01.example.net", "b8:3f:d2:0a:1b:20"));

    assertThat(linkRegistry.links().all())
        .containsExactly(new Link(NIC, PORT, OptionalInt.empty(), Link.Source.LLDP));
  }

  @Test
  void anAddressIsResolvedWhenItsNicArrives() {
    nics.clear();
    told.add(new Neighbour(PORT, "", "b8:3f:d2:0a:1b:20"));
    told.add(new Neighbour(PORT, "gpu01", "b8:3f:d2:0a:1b:20"));
    LinkRegistry linkRegistry = cables();
    assertThat(linkRegistry.links().peer(PORT)).contains(PortId.parse("gpu01:b8:3f:d2:0a:1b:20"));

    nics.add(nic());

    assertThat(linkRegistry.links().peer(PORT)).contains(NIC);
  }

  @Test
  void ofSeveralVoicesOnACableTheOneKnownHereIsTheEnd() {
    told.add(new Neighbour(PORT, "dpu-17", "p0"));
    told.add(new Neighbour(PORT, "gpu01", "ens1f0np0"));

    Links links = cables().links();

    assertThat(links.peer(PORT)).contains(NIC);
    assertThat(links.mismatches()).isEmpty();
  }

  /** Neighbors that are heard now are before those that are silent. */
  @Test
  void theNeighbourThatIsReportedFirstIsBelieved() {
    PortId moved = PortId.parse("leaf2:Ethernet1/1");
    told.add(new Neighbour(moved, "gpu01", "b8:3f:d2:0a:1b:20"));
    told.add(new Neighbour(PORT, "gpu01", "b8:3f:d2:0a:1b:20"));

    assertThat(cables().links().peer(NIC)).contains(moved);
  }

  /** The aliases of an Accton AS7816-64X (its port_config.ini): no names that a port can have. */
  @Test
  void aPortThatItsNeighbourKnowsByAnAliasWithBracketsIsFound() {
    PortId here = PortId.parse("leaf1:Ethernet0");
    PortId there = PortId.parse("leaf2:Ethernet4");
    told.add(new Neighbour(here, "leaf2.example.net", "Eth2(Port2)").called("Eth1(Port1)"));
    told.add(new Neighbour(there, "leaf1.example.net", "Eth1(Port1)").called("Eth2(Port2)"));

    Links links = cables().links();

    assertThat(links.all())
        .containsExactly(new Link(here, there, OptionalInt.empty(), Link.Source.LLDP));
    assertThat(links.mismatches()).isEmpty();
  }

  @Test
  void twoSwitchesThatTellOfEachOtherAreOneLink() {
    told.add(
        new Neighbour(PortId.parse("leaf1:Ethernet1/49"), "leaf2.example.net", "Ethernet1/50"));
    told.add(
        new Neighbour(PortId.parse("leaf2:Ethernet1/50"), "leaf1.example.net", "Ethernet1/49"));

    Links links = cables().links();

    assertThat(links.all()).hasSize(1);
    assertThat(links.all().getFirst().text())
        .isEqualTo("leaf1:Ethernet1/49 <-> leaf2:Ethernet1/50");
  }

  @Test
  void aPortThatHearsItselfIsNoLink() {
    told.add(new Neighbour(PORT, "leaf1", "Ethernet1/1"));

    assertThat(cables().links().all()).isEmpty();
  }

  private LinkRegistry cables(Config.Link... declared) {
    return new LinkRegistry(
        List.of(declared),
        HOST,
        () -> List.copyOf(nics),
        Set.of(new DeviceId("leaf1"), new DeviceId("leaf2")),
        () -> List.copyOf(told));
  }

  private static Nic nic() {
    return new Nic(
        NIC,
        "mlx5_0",
        1,
        "0000:17:00.0",
        OptionalInt.of(0),
        "mlx5_core",
        "22.39.1002",
        "MT_0000000359",
        "b8:3f:d2:0a:1b:20",
        Nic.Role.PHYSICAL,
        Nic.LinkLayer.ETHERNET,
        "ACTIVE",
        100_000,
        List.of(),
        Nic.Words.NONE);
  }
}
