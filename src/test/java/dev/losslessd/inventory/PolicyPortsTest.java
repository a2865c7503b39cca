package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.PolicyScope;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Neighbour.Forwarding;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which ports of a leaf the policy is for, by what LLDP, the config and this host say. */
class PolicyPortsTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final PortId OURS = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId HOST = PortId.parse("leaf1:Ethernet1/2");
  private static final PortId EMPTY = PortId.parse("leaf1:Ethernet1/3");
  private static final PortId UPLINK = PortId.parse("leaf1:Ethernet1/49");
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");

  private final List<Neighbour> heard = new ArrayList<>();
  private final List<Link> declared = new ArrayList<>();
  private List<String> named = List.of();
  private Set<PortId> members = Set.of();
  private Set<PortId> ports = Set.of(OURS, HOST, EMPTY, UPLINK);

  @Test
  void rdmaIsEveryPortWithAHost() {
    heard.add(new Neighbour(OURS, "gpu01", "ens1f0np0"));
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));
    heard.add(new Neighbour(UPLINK, "spine9", "Ethernet1/7").forwarding(Forwarding.YES));

    assertThat(of("rdma")).containsExactly(OURS, HOST);
    assertThat(of("mine")).containsExactly(OURS);
  }

  @Test
  void aSwitchOfTheConfigIsNoHostWhateverItAnnounces() {
    heard.add(new Neighbour(UPLINK, "leaf2.example.net", "b8:3f:d2:0a:1b:31"));

    assertThat(of("rdma")).isEmpty();
  }

  @Test
  void containersMakeAHostABridgeAndItIsAHostByTheAddressOfItsPort() {
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30").forwarding(Forwarding.YES));

    assertThat(of("rdma")).containsExactly(HOST);
  }

  @Test
  void aNameWithoutCapabilitiesIsNotEnough() {
    heard.add(new Neighbour(HOST, "box7", "port3"));
    assertThat(of("rdma")).isEmpty();

    heard.set(0, heard.getFirst().forwarding(Forwarding.NO));
    assertThat(of("rdma")).containsExactly(HOST);
  }

  @Test
  void oneOfSeveralVoicesOnACableIsEnough() {
    heard.add(new Neighbour(HOST, "dpu-17", "p0").forwarding(Forwarding.YES));
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));

    assertThat(of("rdma")).containsExactly(HOST);
  }

  @Test
  void aDeclaredLinkGoesBeforeLldp() {
    heard.add(new Neighbour(HOST, "box7", "port3").forwarding(Forwarding.YES));
    declare(HOST, "gpu02:ens1f0np0");
    declare(UPLINK, "leaf2:Ethernet1/49");

    assertThat(of("rdma")).containsExactly(HOST);
  }

  @Test
  void allIsEveryPortThatTheSwitchNames() {
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));

    assertThat(of("all")).containsExactly(OURS, HOST, EMPTY, UPLINK);
  }

  @Test
  void globsAddAndTakeAway() {
    heard.add(new Neighbour(OURS, "gpu01", "ens1f0np0"));
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));

    assertThat(of("leaf1:Ethernet1/4*")).containsExactly(UPLINK);
    assertThat(of("rdma", "leaf1:Ethernet1/3")).containsExactly(OURS, HOST, EMPTY);
    assertThat(of("rdma", "!leaf1:Ethernet1/2")).containsExactly(OURS);
    assertThat(of("!leaf1:Ethernet1/2", "!*:*/9")).as("rdma without them").containsExactly(OURS);
    assertThat(of("mine", "!leaf1:Ethernet1/1")).isEmpty();
    assertThat(of("all", "!*:*/49", "!leaf1:Ethernet1/1")).containsExactly(HOST, EMPTY);
    assertThat(of("leaf1:Ethernet7/7")).as("no such port").isEmpty();
  }

  @Test
  void aGlobNamesPortsThatTheListOfTheSwitchDoesNotHave() {
    named = List.of("Ethernet1/1");
    heard.add(new Neighbour(OURS, "gpu01", "ens1f0np0"));

    assertThat(of("rdma", "leaf1:Ethernet1/4*")).containsExactly(OURS, UPLINK);
  }

  @Test
  void theOwnPortThatWasBrokenOutIsNotWanted() {
    heard.add(new Neighbour(PortId.parse("leaf1:Ethernet1/9"), "gpu01", "ens1f0np0"));

    assertThat(of("rdma")).isEmpty();
    assertThat(of("mine")).isEmpty();
  }

  @Test
  void theNeighboursOfALeafAreLookedAtOnceAndNotForEachPort() {
    AtomicInteger looks = new AtomicInteger();
    List<Neighbour> all = new ArrayList<>();
    Set<PortId> ports = new TreeSet<>();
    for (int n = 1; n <= 64; n++) {
      PortId port = new PortId(LEAF, "Ethernet1/" + n);
      ports.add(port);
      all.add(new Neighbour(port, "gpu" + n, "b8:3f:d2:0a:1b:%02x".formatted(n)));
    }
    List<Neighbour> counted =
        new AbstractList<>() {
          @Override
          public Neighbour get(int index) {
            looks.incrementAndGet();
            return all.get(index);
          }

          @Override
          public int size() {
            return all.size();
          }
        };
    PolicyPorts policyPorts =
        new PolicyPorts(
            new PolicyScope(List.of("rdma")),
            Links.of(List.of(), List.of()),
            Set.of(NIC),
            Set.of(LEAF));

    assertThat(policyPorts.of(List.of(new PolicyPorts.Leaf(LEAF, named, ports, members, counted))))
        .hasSize(64);
    assertThat(looks.get()).isLessThanOrEqualTo(3 * 64);
  }

  @Test
  void portsOfAnotherFabricAreLeftOutUnlessTheyAreWiredToThisHostOrDeclared() {
    named = List.of("Ethernet1/3");
    heard.add(new Neighbour(OURS, "gpu01", "ens1f0np0"));
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));
    assertThat(of("rdma")).containsExactly(OURS);
    assertThat(of("all")).containsExactly(OURS, EMPTY);

    declare(HOST, "gpu02:ens1f0np0");
    assertThat(of("rdma")).containsExactly(OURS, HOST);
  }

  /** A host that is off keeps its port; one that is broken out by now is gone. */
  @Test
  void aPortThatTheSwitchDoesNotNameAnyMoreIsNotWanted() {
    PortId brokenOut = PortId.parse("leaf1:Ethernet1/9");
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));
    heard.add(new Neighbour(brokenOut, "gpu03", "b8:3f:d2:0a:1b:40"));

    assertThat(of("rdma")).containsExactly(HOST);
    assertThat(of("leaf1:*")).doesNotContain(brokenOut);
  }

  @Test
  void aMemberOfABundleIsLeftToItsBundle() {
    members = Set.of(HOST);
    heard.add(new Neighbour(OURS, "gpu01", "ens1f0np0"));
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));
    declare(HOST, "gpu02:ens1f0np0");

    assertThat(of("rdma")).containsExactly(OURS);
    assertThat(of("all", "leaf1:*")).containsExactly(OURS, EMPTY, UPLINK);
  }

  /** Its targets are not known: a plan with them would be refused as a whole. */
  @Test
  void beforeTheSwitchIsReadNothingIsWantedWhateverIsRemembered() {
    heard.add(new Neighbour(HOST, "gpu02", "b8:3f:d2:0a:1b:30"));
    declare(OURS, "gpu01:ens1f0np0");
    ports = Set.of();

    assertThat(of("rdma", "all", "leaf1:*")).isEmpty();
  }

  private void declare(PortId port, String far) {
    declared.add(new Link(port, PortId.parse(far), OptionalInt.empty(), Link.Source.CONFIG));
  }

  private Set<PortId> of(String... items) {
    Set<DeviceId> switches = Set.of(LEAF, new DeviceId("leaf2"));
    LinkRegistry links =
        new LinkRegistry(
            declared.stream()
                .map(one ->
                    new Config.Link(one.a().toString(), one.b().toString(), Optional.empty()))
                .toList(),
            new DeviceId("gpu01"),
            List::of,
            switches,
            () -> List.copyOf(heard));
    PolicyPorts.Leaf leaf = new PolicyPorts.Leaf(LEAF, named, ports, members, heard);
    return new TreeSet<>(
        new PolicyPorts(new PolicyScope(List.of(items)), links.links(), Set.of(NIC), switches)
            .of(List.of(leaf)));
  }
}
