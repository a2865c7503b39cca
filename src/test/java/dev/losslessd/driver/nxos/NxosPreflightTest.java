package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an account's missing rights are reported before anything is changed. */
class NxosPreflightTest {
  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Leaf1 leaf;

  @BeforeEach
  void open() throws Exception {
    leaf = new Leaf1(folder.resolve("f"));
  }

  @AfterEach
  void close() throws Exception {
    leaf.close();
  }

  @Test
  void anAdministratorMayAllAndNothingIsChanged() throws Exception {
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.missingPermissions()).isEmpty();
    }
    assertThat(leaf.state()).isEqualTo(found);
    assertThat(leaf.sent()).containsSubsequence("configure terminal", "end");
    assertThat(leaf.sent()).noneMatch(line -> line.startsWith("checkpoint"));
  }

  @Test
  void anOperatorMayEnterConfigurationModeAndNothingElse() throws Exception {
    try (SwitchSession session = leaf.session("observer")) {
      assertThat(session.missingPermissions())
          .containsExactly(
              "configuration commands: account observer has only network-operator, expected"
                  + " network-admin");
    }
  }

  @Test
  void everyReadIsTried() throws Exception {
    leaf.tell("forbid leaf1 show interface flowcontrol");
    leaf.tell("forbid leaf1 show queuing");
    leaf.tell("forbid leaf1 configure terminal");
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.missingPermissions())
          .containsExactly(
              "show interface flowcontrol: % Permission denied for the role",
              "show queuing interface: % Permission denied for the role",
              "show queuing pfc-queue detail: % Permission denied for the role",
              "configure terminal: % Permission denied for the role");
    }
  }

  @Test
  void aRightThatIsTakenAwayWhileTheConnectionLastsIsMissing() throws Exception {
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.missingPermissions()).isEmpty();
      leaf.tell("forbid leaf1 show queuing pfc-queue");
      assertThat(session.missingPermissions()).hasSize(1);
    }
  }

  @Test
  void nothingThatWritesIsTriedWhileTheGateIsClosed() throws Exception {
    try (SwitchSession session =
        leaf.session(
            "admin",
            what -> {
              throw new TransportException(TransportException.Kind.CLOSED_GATE, what);
            })) {
      assertThat(session.missingPermissions()).isEmpty();
    }
    assertThat(leaf.sent()).allMatch(line -> line.matches("(show|terminal) .*"));
  }

  @Test
  void aSingleLineThatIsForbiddenShowsWhenItIsSentAndNothingStays() throws Exception {
    leaf.tell("forbid leaf1 mtu");
    List<String> found = leaf.state();
    Target port = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));
    try (SwitchSession session = leaf.session("admin")) {
      assertThat(session.missingPermissions()).isEmpty();
      assertThatThrownBy(() ->
              session.apply(new Change(port, new Mtu(1500), new Mtu(9000), List.of(), Set.of())))
          .hasMessageContaining("Permission denied");
    }
    assertThat(leaf.state()).isEqualTo(found);
  }

  @Test
  void rolesAreThoseOfTheAccount() {
    String text =
        """
        user:admin
                this user account has no expiry date
                roles:network-admin
        user:ops
                this user account has no expiry date
                roles:network-operator dev-ops
                ssh public key: ssh-rsa AAAA
        """;

    assertThat(NxosPreflight.roles("ops", text)).contains(List.of("network-operator", "dev-ops"));
    assertThat(NxosPreflight.roles("op", text)).isEmpty();
  }
}
