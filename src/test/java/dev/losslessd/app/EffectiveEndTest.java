package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One plan of the whole policy on a leaf of each system, as it comes from the factory, and then
 * what a person makes of it: a member of a bundle, a port with a profile of its own. The contract,
 * drift and findings say what applies to each port, and nothing false of the others.
 */
@SystemGroup
class EffectiveEndTest {
  private static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
        mtu: 9000
      commit: { settle: 1s, confirmWithin: 10m }
      """;

  private static final String NOT_KNOWN = "unknown .*is a member of.*set there";

  @TempDir private Path folder;

  @Test
  void nexus() throws Exception {
    try (DaemonFixture leaf = leaf(SwitchSystem.NXOS, "Ethernet1/1", "26->3 48->6")) {
      leaf.tell(
          "foreign leaf1 policy-map type queuing SLOW ; class type queuing c-out-8q-q3 ;"
              + " random-detect minimum-threshold 150 kbytes maximum-threshold 300 kbytes"
              + " drop-probability 100 weight 0 ecn");
      leaf.tell(
          "foreign leaf1 interface Ethernet1/2 ; service-policy type queuing output SLOW ;"
              + " interface port-channel7 ; interface Ethernet1/1 ; channel-group 7 mode active");
      bundled(leaf, "leaf1:Ethernet1/1", "Ethernet1/1 (port-channel7)", "broken +3 +none");
      ownProfile(leaf, "leaf1 ecn", "leaf1:Ethernet1/2 3=150KB..300KB@100%");
    }
  }

  @Test
  void arista() throws Exception {
    try (DaemonFixture leaf = leaf(SwitchSystem.EOS, "Ethernet1", "24-31->3 32-39->4")) {
      leaf.tell(
          "foreign leaf1 interface Port-Channel7 ; no switchport ; interface Ethernet1 ;"
              + " channel-group 7 mode active");
      bundled(leaf, "leaf1:Ethernet1", "Ethernet1 (Port-Channel7)", NOT_KNOWN);
    }
  }

  @Test
  void cumulus() throws Exception {
    try (DaemonFixture leaf = leaf(SwitchSystem.NVUE, "swp1", "24-31->3")) {
      String own = "set qos congestion-control SLOW traffic-class 3 ";
      leaf.tell(
          "foreign leaf1 "
              + String.join(
                  " ; ",
                  own + "ecn enabled",
                  own + "min-threshold 150000",
                  own + "max-threshold 300000",
                  own + "probability 100",
                  "set interface swp1 qos congestion-control profile SLOW"));
      ownProfile(leaf, "leaf1 ecn", "leaf1:swp1 3=150KB..300KB@100%");
    }
  }

  @Test
  void sonic() throws Exception {
    try (DaemonFixture leaf = leaf(SwitchSystem.SONIC, "Ethernet0", "26->3")) {
      leaf.tell(
          "foreign leaf1 sudo sonic-db-cli CONFIG_DB hset"
              + " 'PORTCHANNEL_MEMBER|PortChannel7|Ethernet0' NULL NULL");
      ok(leaf, "leaf1:Ethernet0");
    }
  }

  @Test
  void juniper() throws Exception {
    try (DaemonFixture leaf = leaf(SwitchSystem.JUNOS, "et-0/0/0", "26->3 48->6")) {
      leaf.tell("foreign leaf1 set interfaces et-0/0/0 ether-options 802.3ad ae0");
      bundled(leaf, "leaf1:et-0/0/0", "et-0/0/0 (ae0)", NOT_KNOWN);
    }
  }

  /** A leaf that is watched alone, whose DSCP map no source has. */
  @Test
  void dell() throws Exception {
    try (DaemonFixture leaf =
        new DaemonFixture(folder, "enforce", POLICY, List.of(SwitchSystem.OS10))) {
      Files.writeString(leaf.config, Files.readString(leaf.config) + "switches:\n");
      leaf.add("leaf1", "os10", "lldp");
      Files.writeString(
          leaf.config, Files.readString(leaf.config).replace("manage: true", "manage: false"));
      leaf.start();
      String port = "leaf1:ethernet1/1/1";
      DaemonFixture.await(
          () -> contract(leaf, port).matches("(?s).*pfc +broken +none +none.*"),
          "contract: " + contract(leaf, port));
      assertThat(contract(leaf, port))
          .containsPattern("dscp +unknown .*no source has")
          .containsPattern("trust +unknown .*no 'system qos'");

      leaf.tell("foreign leaf1 interface ethernet1/1/1 ; channel-group 7 mode active");
      DaemonFixture.await(
          () -> contract(leaf, port).matches("(?s).*pfc +unknown .*is a member of port-channel7.*"),
          "contract of a member: " + contract(leaf, port));
      assertThat(contract(leaf, port)).doesNotContainPattern("(pfc|trust|lossless|ecn) +broken");
    }
  }

  /** A leaf that has taken the whole policy, by one plan, as its contract says. */
  private DaemonFixture leaf(SwitchSystem system, String port, String dscp) throws Exception {
    DaemonFixture fixture = new DaemonFixture(folder, "enforce", POLICY, List.of(system));
    try {
      setUp(fixture, system, port);
      ok(fixture, "leaf1:" + port);
      assertThat(contract(fixture, "leaf1:" + port)).contains(dscp);
      return fixture;
    } catch (AssertionError | IOException e) {
      fixture.close();
      throw e;
    }
  }

  private static void setUp(DaemonFixture fixture, SwitchSystem system, String port)
      throws IOException {
    Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
    fixture.add("leaf1", system.word(), "lldp");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.type("plan").text().contains("leaf1:" + port + " "), "no plan for " + port);
    DaemonFixture.Typed applied = fixture.type("apply", "--accept-scope", "--yes", "--while-busy");
    assertThat(applied.code()).as(applied.text()).isZero();
    DaemonFixture.Typed confirmed = fixture.type("confirm", "--yes");
    assertThat(confirmed.code()).as(confirmed.text()).isZero();
  }

  private static void ok(DaemonFixture leaf, String port) {
    DaemonFixture.await(
        () ->
            contract(leaf, port).matches("(?s).*pfc +ok.*dscp +ok.*trust +ok.*ecn +ok.*mtu +ok.*"),
        "no whole contract of " + port + ": " + contract(leaf, port));
    assertThat(contract(leaf, port)).doesNotContain("broken");
    noDrift(leaf);
  }

  private static void noDrift(DaemonFixture leaf) {
    DaemonFixture.await(
        () -> leaf.type("drift").text().startsWith("No drift. Every device is as wanted."),
        "drift: " + leaf.type("drift").text());
  }

  /** What the contract says of the link of a port. */
  private static String contract(DaemonFixture leaf, String port) {
    String all = leaf.type("contract").text();
    int at = all.indexOf("<-> " + port + "\n");
    int next = all.indexOf("<->", at + 1);
    return at < 0 ? "" : all.substring(at, next < 0 ? all.length() : next);
  }

  /** NX-OS applies what the bundle has; what the others do to a member no source says. */
  private static void bundled(DaemonFixture leaf, String port, String named, String pfc) {
    DaemonFixture.await(
        () -> leaf.type("findings").text().contains("members of a bundle: " + named),
        "no finding of the bundle");
    DaemonFixture.await(
        () -> contract(leaf, port).matches("(?s).*pfc +" + pfc + ".*"),
        "the contract of a member: " + contract(leaf, port));
    noDrift(leaf);
  }

  private static void ownProfile(DaemonFixture leaf, String subject, String port) {
    DaemonFixture.await(
        () -> {
          String findings = leaf.type("findings").text();
          return findings.contains(subject + "  [own-profile]") && findings.contains(port);
        },
        "no finding of the port's own profile");
    assertThat(leaf.type("findings").text())
        .doesNotContain("[drift]")
        .contains(
            "3=400KB..1600KB@20% does not apply to ports with a profile of their own: " + port);
  }
}
