package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line: prompts, modes, errors, pager, roles. */
@Timeout(20)
class NxosCliTest {
  @TempDir static Path temp;
  private static Fabric fabric;
  private Operator op;

  @BeforeAll
  static void start() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withSwitches();
    fabric = Fabric.start(temp.resolve("f"), options, new ManualPace());
  }

  @AfterAll
  static void stop() throws Exception {
    fabric.close();
  }

  @BeforeEach
  void login() throws Exception {
    op = Operator.ready(leaf1(), "admin");
  }

  @AfterEach
  void logout() throws Exception {
    op.close();
  }

  private static Path leaf1() {
    return fabric.switchDir(new DeviceId("leaf1"));
  }

  @Test
  void aLoginIsGreetedAndPrompted() throws Exception {
    try (Operator fresh = Operator.login(leaf1(), "admin")) {
      assertThat(fresh.untilPrompt())
          .contains("Cisco Nexus Operating System (NX-OS) Software\n")
          .endsWith("\nleaf1# ");
    }
  }

  @Test
  void eachModeHasItsPrompt() throws Exception {
    assertThat(op.raw("configure terminal")).endsWith("\nleaf1(config)# ");
    assertThat(op.raw("interface Ethernet1/1")).endsWith("\nleaf1(config-if)# ");
    assertThat(op.raw("interface ethernet 1/1-2")).endsWith("\nleaf1(config-if-range)# ");
    assertThat(op.raw("policy-map type network-qos nq")).endsWith("\nleaf1(config-pmap-nqos)# ");
    assertThat(op.raw("class type network-qos c-8q-nq3")).endsWith("\nleaf1(config-pmap-nqos-c)# ");
    assertThat(op.raw("class type network-qos c-8q-nq4"))
        .as("a class beside it")
        .endsWith("\nleaf1(config-pmap-nqos-c)# ");
    assertThat(op.raw("exit")).endsWith("\nleaf1(config-pmap-nqos)# ");
    assertThat(op.raw("policy-map type queuing q")).endsWith("\nleaf1(config-pmap-que)# ");
    assertThat(op.raw("class type queuing c-out-8q-q3")).endsWith("\nleaf1(config-pmap-c-que)# ");
    assertThat(op.raw("system qos")).endsWith("\nleaf1(config-sys-qos)# ");
    assertThat(op.raw("exit")).endsWith("\nleaf1(config)# ");
    assertThat(op.raw("exit")).endsWith("\nleaf1# ");
  }

  @Test
  void wordsMayBeShortened() throws Exception {
    assertThat(op.raw("conf t")).endsWith("\nleaf1(config)# ");
    assertThat(op.raw("int e1/2")).endsWith("\nleaf1(config-if)# ");
    assertThat(op.type("sh clo")).first().asString().contains("UTC");
    assertThat(op.raw("end")).endsWith("\nleaf1# ");
  }

  @Test
  void theCaretStandsUnderTheWordThatIsWrong() throws Exception {
    String raw = op.raw("show interfaze brief");

    List<String> lines = ("leaf1# " + raw).lines().toList();
    int caret = lines.get(1).indexOf('^');
    assertThat(caret).isEqualTo(lines.get(0).indexOf("interfaze"));
    assertThat(lines.get(2)).isEqualTo("% Invalid command at '^' marker.");
  }

  @Test
  void unfinishedAmbiguousAndOutOfRangeAreToldApart() throws Exception {
    assertThat(op.type("show interface Ethernet1/1 fl"))
        .isNotEmpty()
        .noneMatch(line -> line.contains("marker"));
    assertThat(op.type("rollback")).contains("% Incomplete command at '^' marker.");
    assertThat(op.type("c")).contains("% Ambiguous command at '^' marker.");
    assertThat(op.type("terminal length 900"))
        .contains("% Invalid number, range is (0:511) at '^' marker.");
    assertThat(op.type("show queuing interface Ethernet1/77"))
        .contains("Invalid interface format at '^' marker.");
  }

  @Test
  void thePagerStopsUntilItIsSwitchedOff() throws Exception {
    try (Operator fresh = Operator.login(leaf1(), "admin")) {
      fresh.untilPrompt();
      fresh.press("show version\r");
      String first = fresh.until(Pattern.compile("--More--"));
      fresh.press(" ");
      String rest = fresh.untilPrompt();
      assertThat(first.lines().count()).isBetween(23L, 25L);
      assertThat(rest).contains("Active Package(s):").endsWith("leaf1# ");

      fresh.press("show version\r");
      fresh.until(Pattern.compile("--More--"));
      fresh.press("q");
      assertThat(fresh.untilPrompt()).doesNotContain("Active Package");

      fresh.type("terminal length 0");
      assertThat(fresh.raw("show version")).doesNotContain("--More--").contains("Active Package");
    }
  }

  @Test
  void anOperatorMayLookAndNotTouch() throws Exception {
    try (Operator observer = Operator.ready(leaf1(), "observer")) {
      assertThat(observer.type("configure terminal")).hasSize(1);
      assertThat(observer.type("interface ethernet 1/1"))
          .containsExactly("% Permission denied for the role");
      assertThat(observer.type("end")).isEmpty();
      assertThat(observer.type("show user-account"))
          .containsSubsequence("user:observer", "        roles:network-operator ");
      assertThat(observer.type("checkpoint x")).containsExactly("% Permission denied for the role");
      assertThat(observer.type("show clock")).hasSize(2);
    }
  }

  @Test
  void whoIsLoggedInIsShown() throws Exception {
    try (Operator observer = Operator.ready(leaf1(), "observer")) {
      assertThat(observer.type("show users"))
          .anyMatch(line -> line.startsWith("admin    pts/"))
          .anyMatch(line -> line.startsWith("observer pts/") && line.endsWith(" *"));
    }
  }

  @Test
  void aWrongPasswordIsNoLogin() {
    SshClient client = SshClient.setUpDefaultClient();
    assertThatThrownBy(() -> Operator.connect(client, leaf1(), "nobody"))
        .isInstanceOf(SshException.class);
    client.stop();
  }

  @Test
  void anExecChannelRunsCommandsWithSemicolons() throws Exception {
    SshClient client = SshClient.setUpDefaultClient();
    try (ClientSession session = Operator.connect(client, leaf1(), "admin")) {
      String out = session.executeRemoteCommand("show clock ; show hostname");
      assertThat(out.lines()).hasSize(3).last().asString().startsWith("leaf1");
    } finally {
      client.stop();
    }
  }

  @Test
  void barsWithinQuotationMarksAreNoFilters() throws Exception {
    assertThat(op.type("show version | include \"Device name|BIOS: \" | count"))
        .containsExactly("2");
  }

  @Test
  void exitHangsUp() throws Exception {
    op.press("exit\r");

    assertThatThrownBy(() -> op.untilPrompt())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hung up");
  }

  @Test
  void theClockIsTheFabrics() throws Exception {
    assertThat(op.type("show clock")).first().isEqualTo("08:00:00.000 UTC Mon Mar 02 2026");
  }
}
