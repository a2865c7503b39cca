package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Target;
import dev.losslessd.transport.InputLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which ports of a leaf an agent reads, as cables become known, move and go. */
class PolledPortsTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final PortId ONE = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId TWO = PortId.parse("leaf1:Ethernet1/2");

  @TempDir private Path folder;

  private final List<Neighbour> told = new ArrayList<>();

  @Test
  void beforeLldpHasToldOfACableNothingIsReadAndTheReasonIsGiven() throws IOException {
    PolledPorts ports = ports("", "");
    assertThat(ports.of(LEAF)).isEmpty();
    assertThat(ports.unwired().orElseThrow())
        .contains("no port of leaf1 is known to be wired to gpu01", "poll: { ports: all }");

    told.add(new Neighbour(TWO, "gpu02", "ens1f0np0"));
    ports.refresh();
    assertThat(ports.of(LEAF)).as("another host's").isEmpty();

    told.add(new Neighbour(ONE, "gpu01.example.net", "ens1f0np0"));
    ports.refresh();
    assertThat(ports.of(LEAF)).containsExactly(ONE);
    assertThat(ports.unwired()).isEmpty();
    assertThat(ports.isTold(ONE)).isTrue();
    assertThat(ports.isTold(TWO)).as("of another host, though its settings are read").isFalse();
    assertThat(ports.isTold(PortId.parse("gpu01:ens1f0np0"))).isTrue();
  }

  @Test
  void whatTheHostItselfHearsIsEnough() throws IOException {
    told.add(new Neighbour(PortId.parse("gpu01:ens1f0np0"), "leaf1", "Ethernet1/1"));
    told.add(new Neighbour(PortId.parse("gpu01:ens2f0np0"), "leaf1", "b8:3f:d2:0a:1b:20"));

    assertThat(ports("", "").of(LEAF)).as("an address is no name to ask by").containsExactly(ONE);
  }

  @Test
  void aMovedCableIsFollowedAndAPulledOneLeaves() throws IOException {
    told.add(new Neighbour(ONE, "gpu01", "ens1f0np0"));
    PolledPorts ports = ports("", "");

    told.set(0, new Neighbour(TWO, "gpu01", "ens1f0np0"));
    ports.refresh();
    assertThat(ports.of(LEAF)).containsExactly(TWO);

    told.clear();
    ports.refresh();
    assertThat(ports.all()).isEmpty();
    assertThat(ports.unwired()).isPresent();
  }

  @Test
  void aDeclaredCableNeedsNoLldpAndMayEndAtABond() throws IOException {
    PolledPorts ports =
        ports(
            "",
            """
            links:
              - { a: "gpu01:bond0", b: "leaf1:Ethernet1/1" }
              - { a: "gpu02:ens1f0np0", b: "leaf1:Ethernet1/2" }
            """);

    assertThat(ports.of(LEAF)).containsExactly(ONE);
  }

  @Test
  void membersOfABondShareAnAddressAndBothPortsAreRead() throws IOException {
    told.add(new Neighbour(ONE, "gpu01", "b8:3f:d2:0a:1b:20"));
    told.add(new Neighbour(TWO, "gpu01", "b8:3f:d2:0a:1b:20"));

    assertThat(ports("", "").of(LEAF)).containsExactly(ONE, TWO);
  }

  @Test
  void whoManagesASwitchReadsAllAndSoDoesWhoSaysSo() throws IOException {
    String named = ", ports: [Ethernet1/1, Ethernet1/2]";

    assertThat(ports(named + ", manage: true", "").of(LEAF)).containsExactly(ONE, TWO);
    assertThat(ports(named, "poll: { ports: all }").of(LEAF)).containsExactly(ONE, TWO);
    assertThat(ports(named + ", manage: true", "poll: { ports: mine }").of(LEAF)).isEmpty();
  }

  @Test
  void ofNamedPortsOnlyTheOwnAreRead() throws IOException {
    told.add(new Neighbour(ONE, "gpu01", "ens1f0np0"));
    told.add(new Neighbour(TWO, "gpu01", "ens2f0np0"));

    assertThat(ports(", ports: [Ethernet1/2, Ethernet1/3]", "").of(LEAF)).containsExactly(TWO);
  }

  @Test
  void aSwitchWithoutAnOwnPortIsNoReasonWhileAnotherHasOne() throws IOException {
    told.add(new Neighbour(ONE, "gpu01", "ens1f0np0"));
    PolledPorts ports = ports("", "  - { name: spine1, address: \"192.0.2.2\", os: nxos }\n");

    assertThat(ports.of(new DeviceId("spine1"))).isEmpty();
    assertThat(ports.unwired()).isEmpty();
  }

  @Test
  void ofAManagedSwitchEveryPortWithACableOrAnIntendedSettingIsRead() throws IOException {
    PolledPorts ports = ports(", manage: true", "");
    assertThat(ports.of(LEAF)).isEmpty();

    told.add(new Neighbour(PortId.parse("gpu01:ens1f0np0"), "leaf1", "Ethernet1/1"));
    ports.alsoReads(() -> List.of(TWO, PortId.parse("leaf2:Ethernet1/1")));
    ports.refresh();

    assertThat(ports.of(LEAF)).containsExactly(ONE, TWO);
  }

  @Test
  void aPortThatTheSwitchDoesNotNameAnyMoreIsNotRead() throws IOException {
    Target there = Target.port(PortId.parse("leaf1:Ethernet1/1/1"));
    String note = "leaf1\tEthernet1/1\t\tgpu01\tb8:3f:d2:0a:1b:20\tUNKNOWN\t0\t0\n";
    Config config = config(", manage: true", "");
    SwitchRegistry switches = switches(config, note);
    LinkRegistry links =
        new LinkRegistry(
            List.of(),
            HOST,
            List::of,
            switches.ids(),
            () -> NeighbourCache.heardFirst(switches.neighbours()));
    PolledPorts ports = new PolledPorts(switches, links, HOST, config.poll());
    assertThat(ports.of(LEAF)).as("before it is read").containsExactly(ONE);

    ((SharedSession<?>) switches.session(LEAF)).learn(new KnownTargets(List.of(there), Map.of()));
    ports.refresh();

    assertThat(ports.of(LEAF)).isEmpty();
  }

  private PolledPorts ports(String keys, String more) throws IOException {
    Config config = config(keys, more);
    SwitchRegistry switches = switches(config, "");
    LinkRegistry links =
        new LinkRegistry(config.links(), HOST, List::of, switches.ids(), () -> List.copyOf(told));
    return new PolledPorts(switches, links, HOST, config.poll());
  }

  private static SwitchRegistry switches(Config config, String neighbours) {
    SwitchMemory memory =
        (what, _) ->
            what.equals(SwitchMemory.NEIGHBOURS)
                ? new DeviceNotes(
                    InstantSource.fixed(Instant.EPOCH), () -> Optional.of(neighbours), _ -> {})
                : DeviceNotes.none();
    return new SwitchRegistry(
        HOST,
        config.switches(),
        config.jumps(),
        what -> {},
        InputLimits.DEFAULT,
        memory,
        RealTime.get(),
        CallTimes.UNTOLD);
  }

  private Config config(String keys, String more) throws IOException {
    Path file = folder.resolve("losslessd.yaml");
    Files.writeString(
        file,
        "switches:\n  - { name: leaf1, address: \"192.0.2.1\", os: nxos%s }\n%s"
            .formatted(keys, more));
    return switch (ConfigLoader.load(file, "gpu01", List.of())) {
      case ConfigLoader.Loaded loaded -> loaded.config();
      case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems());
    };
  }
}
