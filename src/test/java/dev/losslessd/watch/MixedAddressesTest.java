package dev.losslessd.watch;

import static dev.losslessd.model.Nics.gid4;
import static dev.losslessd.watch.AddressRig.nic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ports of one host whose addresses get in each other's way, and bonds that use one member. */
class MixedAddressesTest {
  private static final String HEAD =
      "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";
  private static final Nic ONE = nic("ens1", 1, gid4(3, 203, 0, 113, 1, "ens1"));
  private static final Nic TWO = nic("ens2", 2, gid4(3, 203, 0, 113, 2, "ens2"));

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  @SuppressWarnings("NullAway.Init")
  private AddressRig rig;

  @BeforeEach
  void host() {
    rig = new AddressRig(root);
    connected("ens1 007100CB 00FFFFFF", "ens2 007100CB 00FFFFFF");
    for (String place : new String[] {"all", "ens1", "ens2", "ens2.5"}) {
      settings(place, 0, 0, 0, 0);
    }
  }

  /** Name, network and mask in the byte order of the file. */
  private void connected(String... rows) {
    StringBuilder text = new StringBuilder(HEAD);
    text.append("ens1\t00000000\t017100CB\t0003\t0\t0\t0\t00000000\t0\t0\t0\n");
    for (String row : rows) {
      String[] cells = row.split(" ");
      text.append(
          "%s\t%s\t00000000\t0001\t0\t0\t100\t%s\t0\t0\t0\n"
              .formatted(cells[0], cells[1], cells[2]));
    }
    rig.write("proc/net/route", text.toString());
  }

  private void settings(String place, int ignore, int announce, int filter, int reverse) {
    Map.of(
            "arp_ignore",
            ignore,
            "arp_announce",
            announce,
            "arp_filter",
            filter,
            "rp_filter",
            reverse)
        .forEach((name, value) ->
            rig.write("proc/sys/net/ipv4/conf/" + place + "/" + name, value.toString()));
  }

  private Optional<Finding> found(FindingRule rule, Nic... ports) {
    return rig.look(ports).stream().filter(one -> one.rule() == rule).findFirst();
  }

  @Test
  void twoPortsInOneSubnetWhoseArpMixesThemAreAFindingUntilTheyAreKeptApart() {
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO))
        .hasValueSatisfying(one -> {
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.subject()).isEqualTo("gpu07");
          assertThat(one.message())
              .contains(
                  "ens1 (203.0.113.1), ens2 (203.0.113.2) are in one subnet (203.0.113.0/24)",
                  "ens1, ens2 with arp_ignore 0, arp_announce 0",
                  "status 12");
          assertThat(one.advice())
              .contains("net/ipv4/conf/ens1/arp_ignore=1 net/ipv4/conf/ens1/arp_announce=2");
        });

    settings("all", 1, 2, 0, 2);
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isEmpty();
  }

  /** Effective values are the greater of two; arp_ignore 3 to 7 answer for any, 8 for none. */
  @ParameterizedTest
  @CsvSource({
    "1 2 0 0, 0 0 0 2, ",
    "0 0 0 0, 2 2 0 0, ",
    "0 2 1 0, 0 0 0 0, ",
    "0 2 0 0, 1 0 0 0, ",
    "0 2 0 0, 3 0 0 0, WARNING",
    "8 2 0 0, 1 0 0 0, WARNING",
    "0 2 0 0, 0 0 0 0, WARNING",
    "1 1 0 0, 0 0 0 0, INFO",
    "1 2 0 1, 0 0 0 0, INFO",
    "1 2 0 2, 0 0 0 1, ",
    "1 2 0 1, 0 0 0 2, "
  })
  void settingsInForceAreTheGreaterOfAllAndTheirOwn(String all, String own, String severity) {
    int[] ofAll = numbers(all);
    int[] ofOne = numbers(own);
    settings("all", ofAll[0], ofAll[1], ofAll[2], ofAll[3]);
    settings("ens1", ofOne[0], ofOne[1], ofOne[2], ofOne[3]);
    settings("ens2", ofOne[0], ofOne[1], ofOne[2], ofOne[3]);

    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO).map(one -> one.severity().name()))
        .isEqualTo(Optional.ofNullable(severity));
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @Test
  void portsInSubnetsOfTheirOwnOrInNoneAreNotMixed() {
    connected("ens1 007100CB FEFFFFFF", "ens2 027100CB FEFFFFFF");
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isEmpty();

    connected("ens1 007100CB 00FFFFFF"); // ens2 is in a VRF, whose table is another
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isEmpty();

    connected("ens1 007100CB 00FFFFFF", "ens2 0000CB00 0000FFFF");
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isEmpty();

    connected("ens1 007100CB 00FFFFFF", "ens2 000000CB 0000FFFF"); // the greater one has the other
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isPresent();
  }

  @Test
  void whatCannotBeReadOrIsLinkLocalIsNoFinding() throws Exception {
    connected("ens1 0000FEA9 0000FFFF", "ens2 0000FEA9 0000FFFF");
    assertThat(
            found(
                FindingRule.ONE_SUBNET,
                nic("ens1", 1, gid4(3, 169, 254, 1, 1, "ens1")),
                nic("ens2", 2, gid4(3, 169, 254, 1, 2, "ens2"))))
        .isEmpty();

    connected("ens1 007100CB 00FFFFFF", "ens2 007100CB 00FFFFFF");
    for (String name : new String[] {"arp_ignore", "arp_announce", "arp_filter", "rp_filter"}) {
      Files.delete(root.resolve("proc/sys/net/ipv4/conf/all/" + name));
    }
    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isEmpty();
  }

  /** A copy of a host's files may lack the table; a kernel has it always. */
  @Test
  void withoutTheTableOfRoutesASubnetHas24Bits() throws Exception {
    Files.delete(root.resolve("proc/net/route"));

    assertThat(found(FindingRule.ONE_SUBNET, ONE, TWO)).isPresent();
    assertThat(found(FindingRule.ONE_SUBNET, ONE, nic("ens2", 2, gid4(3, 203, 0, 114, 2, "ens2"))))
        .isEmpty();
  }

  @Test
  void aVlanMayShareTheSubnetOfAnotherPort() {
    rig.write("sys/class/net/ens2/upper_ens2.5/ifindex", "9");
    connected("ens1 007100CB 00FFFFFF", "ens2.5 007100CB 00FFFFFF");

    assertThat(
            found(FindingRule.ONE_SUBNET, ONE, nic("ens2", 2, gid4(3, 203, 0, 113, 2, "ens2.5"))))
        .hasValueSatisfying(one -> assertThat(one.message()).contains("ens2.5 (203.0.113.2)"));
  }

  /** Without a LAG of the NIC both devices show the bond's address. */
  @Test
  void oneBondAboveTwoDevicesIsOneNetdev() {
    rig.write("sys/class/net/ens1/upper_bond0/ifindex", "9");
    rig.write("sys/class/net/ens2/upper_bond0/ifindex", "9");
    connected("bond0 007100CB 00FFFFFF");
    Nic one = nic("ens1", 1, Role.BOND_MEMBER, "ACTIVE", gid4(3, 203, 0, 113, 1, "bond0"));
    Nic two = nic("ens2", 2, Role.BOND_MEMBER, "ACTIVE", gid4(3, 203, 0, 113, 1, "bond0"));

    assertThat(rig.look(one, two)).isEmpty();
  }

  @Test
  void equalAddressesAreFindingsUntilTheyDiffer() {
    Nic same = nic("ens2", 2, gid4(3, 203, 0, 113, 1, "ens2"));
    assertThat(found(FindingRule.EQUAL_ADDRESS, ONE, same))
        .hasValueSatisfying(
            one -> assertThat(one.message()).startsWith("ens1, ens2 have the address 203.0.113.1"));
    assertThat(found(FindingRule.EQUAL_ADDRESS, ONE, TWO)).isEmpty();

    Nic twin = nic("ens2", 1, gid4(3, 203, 0, 113, 2, "ens2"));
    assertThat(found(FindingRule.EQUAL_MAC, ONE, twin))
        .hasValueSatisfying(one ->
            assertThat(one.message())
                .startsWith("ens1, ens2 have the MAC address 0c:42:a1:5e:00:01"));
    assertThat(found(FindingRule.EQUAL_MAC, ONE, TWO)).isEmpty();
  }

  @Test
  void bondsAndTeamsHaveOneMacAddressByDesign() throws Exception {
    Nic twin = nic("ens2", 1, gid4(3, 203, 0, 113, 2, "ens2"));
    for (String name : new String[] {"ens1", "ens2"}) {
      Files.createDirectories(root.resolve("sys/class/net/" + name));
      Files.createSymbolicLink(
          root.resolve("sys/class/net/" + name + "/master"), Path.of("../team0"));
    }
    assertThat(found(FindingRule.EQUAL_MAC, ONE, twin)).isEmpty();

    assertThat(
            found(
                FindingRule.EQUAL_MAC,
                nic("ens3", 1, Role.BOND_MEMBER, "ACTIVE"),
                nic("bond0", 1, Role.BOND, "ACTIVE", gid4(3, 203, 0, 113, 2, "bond0"))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "802.3ad 4, layer2 0, hash, WARNING",
    "802.3ad 4, layer2 0, , INFO",
    "balance-xor 2, layer2+3 2, , INFO",
    "802.3ad 4, vlan+srcmac 5, hash, WARNING",
    "802.3ad 4, layer2 0, queue_affinity, ",
    "802.3ad 4, layer3+4 1, hash, ",
    "802.3ad 4, encap3+4 4, , ",
    "active-backup 1, layer2 0, , ",
    ", , , "
  })
  void aBondThatSendsAllRoceOfAPeerThroughOneMember(
      String mode, String hash, String lag, String severity) {
    Nic bond = nic("bond0", 3, Role.BOND, "ACTIVE", gid4(3, 203, 0, 113, 3, "bond0"));
    if (mode != null) {
      rig.write("sys/class/net/bond0/bonding/mode", mode);
      rig.write("sys/class/net/bond0/bonding/xmit_hash_policy", hash);
    }
    if (lag != null) {
      rig.write("sys/kernel/debug/mlx5/0000:13:00.0/lag/port_sel_mode", lag);
    }

    Optional<Finding> found = found(FindingRule.BOND_HASH, bond);

    assertThat(found.map(one -> one.severity().name())).isEqualTo(Optional.ofNullable(severity));
    found.ifPresent(
        one -> assertThat(one.advice()).contains("bond0 type bond xmit_hash_policy layer3+4"));
  }
}
