package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Ledger.Access;
import dev.losslessd.driver.esxi.EsxiLedger;
import dev.losslessd.driver.junos.JunosLedger;
import dev.losslessd.driver.nvue.NvueLedger;
import dev.losslessd.driver.nxos.NxosLedger;
import dev.losslessd.driver.onyx.OnyxLedger;
import dev.losslessd.driver.os10.Os10Ledger;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The roles that the vendors' pages tell people to make are those of the ledgers, and let through
 * what is sent and nothing else. The judge of expressions is grep's, which has those of POSIX.
 */
@SystemGroup
class LeastRolesTest {
  private static final List<String> NXOS = LeastRoles.nxos(NxosLedger.LEDGER);
  private static final List<String> JUNOS = LeastRoles.junos(JunosLedger.LEDGER);
  private static final List<String> NVUE = LeastRoles.nvue(NvueLedger.LEDGER);
  private static final List<String> OS10 = LeastRoles.os10(Os10Ledger.LEDGER);

  @TempDir Path folder;

  @Test
  void eachIsOnItsPage() throws IOException {
    LeastAccountTest.page("nxos.md", NXOS);
    LeastAccountTest.page("junos.md", JUNOS);
    LeastAccountTest.page("nvue.md", NVUE);
    LeastAccountTest.page("os10.md", OS10);
  }

  /** Cisco's security guides: 256 rules, and a name of 16 characters. */
  @Test
  void thatOfNxosFits() {
    assertThat(NXOS).hasSizeLessThan(257).first().isEqualTo("role name losslessd");
    // the page says that those up to here only look
    assertThat(NXOS.subList(1, 7)).allMatch(rule -> rule.matches(".* command (terminal|show) .*"));
    assertThat(NXOS.get(7)).endsWith("command configure terminal");
  }

  @Test
  void thatOfNxosPermitsWhatIsSentAndNothingElse() throws Exception {
    List<String> rules =
        NXOS.stream()
            .skip(1)
            .map(rule -> rule.replaceFirst(" *rule \\d+ permit command ", ""))
            .toList();
    assertThat(
            permitted(
                rules,
                "-x",
                "show running-config",
                "show queuing interface | json",
                "configure terminal",
                "checkpoint losslessd-gpu01-r3",
                "no checkpoint losslessd-gpu01-r3",
                "policy-map type network-qos losslessd-gpu01-network-qos-1",
                "class type queuing c-out-8q-q3",
                "pause pfc-cos 3,4",
                "random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes"
                    + " drop-probability 20 weight 0 ecn",
                "interface Ethernet1/1/4",
                "priority-flow-control mode on",
                "copy running-config startup-config",
                // and what must not be:
                "show tech-support",
                "reload",
                "no policy-map type network-qos other",
                "checkpoint other",
                "rollback running-config checkpoint losslessd-gpu01-r3",
                "interface mgmt0",
                "interface Ethernet1/1 ; shutdown",
                "copy running-config tftp://10.0.0.1/x",
                "username eve role network-admin"))
        .isEqualTo(12);
  }

  @Test
  void thatOfJunosAllowsWhatIsSentAndNothingElse() throws Exception {
    List<String> commands =
        JUNOS.stream()
            .filter(line -> line.contains(" allow-commands "))
            .map(LeastRolesTest::quoted)
            .toList();
    assertThat(
            permitted(
                commands,
                "-i",
                "show configuration",
                "show interfaces extensive",
                "show class-of-service interface",
                "set cli screen-length 0",
                // and what must not be:
                "show configuration interfaces",
                "request system reboot",
                "clear interfaces statistics all",
                "start shell"))
        .isEqualTo(4);
  }

  @Test
  void thatOfJunosAllowsHierarchiesOfOursAndNoOther() throws Exception {
    List<String> paths =
        JUNOS.stream()
            .filter(line -> line.contains(" allow-configuration-regexps "))
            .map(LeastRolesTest::quoted)
            .toList();
    assertThat(
            permitted(
                paths,
                "-i",
                "interfaces et-0/0/1 mtu",
                "interfaces xe-0/0/1:2 ether-options no-flow-control",
                "class-of-service interfaces et-0/0/1 congestion-notification-profile",
                "class-of-service schedulers losslessd-gpu01-x priority",
                "class-of-service classifiers dscp losslessd-gpu01 import",
                "class-of-service forwarding-classes class losslessd-gpu01-p3 queue-num",
                // and what must not be:
                "interfaces et-0/0/1 unit 0 family inet address",
                "interfaces et-0/0/1 disable",
                "interfaces em0 mtu",
                "class-of-service schedulers others priority",
                "class-of-service shared-buffer ingress",
                "class-of-service forwarding-classes class fcoe no-loss",
                "system login user eve"))
        .isEqualTo(6);
  }

  private static String quoted(String line) {
    return line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'));
  }

  /** Number of lines that grep lets through; they are those at the beginning. */
  private int permitted(List<String> expressions, String how, String... lines) throws Exception {
    Path rules = Files.write(folder.resolve("rules"), expressions);
    Path text = Files.write(folder.resolve("lines"), List.of(lines));
    Process grep =
        new ProcessBuilder("grep", "-E", how, "-f", rules.toString(), text.toString())
            .redirectErrorStream(true)
            .start();
    List<String> passed =
        new String(grep.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    grep.waitFor();
    assertThat(List.of(lines)).startsWith(passed.toArray(String[]::new));
    return passed.size();
  }

  @Test
  void thatOfNvueReachesWhatIsSent() {
    assertThat(List.of("/interface/swp1/qos/pfc/profile", "/qos/pfc/losslessd-gpu01/rx"))
        .allMatch(path -> may(path, "rw") && may(path, "ro"));
    assertThat(List.of("/qos/traffic-pool/default-lossless/memory-percent", "/qos/mapping/x"))
        .allMatch(path -> may(path, "rw"));
    assertThat(List.of("/system/version", "/platform", "/system/aaa/user/losslessd"))
        .allMatch(path -> may(path, "ro") && !may(path, "rw"));
    assertThat(
            List.of("/system/aaa/role/x", "/vrf/default", "/router/bgp", "/qos/roce", "/system/"))
        .noneMatch(path -> may(path, "rw") || may(path, "ro"));
  }

  /** Cumulus Linux guide: a command path allows a schema path and its children. */
  private static boolean may(String path, String permission) {
    return NVUE.stream()
        .filter(line -> line.contains(" command-path "))
        .map(line -> line.split(" "))
        .filter(words -> (path + "/").startsWith(words[7]))
        .anyMatch(words -> words[9].equals(permission) || words[9].equals("all"));
  }

  /** Lines have the form of Oxidized's public notes, one for each command there. */
  @Test
  void thatOfOs10HasCommandsAlone() {
    assertThat(OS10)
        .contains("privilege exec priv-lvl 4 \"show running-configuration\"")
        .allMatch(line -> line.matches("privilege exec priv-lvl 4 \"[a-z0-9 -]+\""))
        .noneMatch(line -> line.contains("configure"));
  }

  @Test
  void wherePagesSayThatThereIsNoneTheyNameTheNearestAndTheLedgerStillFitsIt() throws IOException {
    String none = "**There is no authorisation by command.**";
    assertThat(flowing("src/docs/vendors/esxi.md"))
        .contains(none, "`Admin`, `ReadOnly` and `NoAccess`", "--id losslessd -r Admin");
    assertThat(EsxiLedger.LEDGER.entries())
        .anyMatch(entry -> entry.access() == Access.WRITE && entry.line() != null);

    assertThat(flowing("src/docs/vendors/onyx.md"))
        .contains(none, "`username losslessd capability monitor`");
    assertThat(OnyxLedger.LEDGER.entries())
        .filteredOn(entry -> entry.access() == Access.WRITE && entry.line() != null)
        .allMatch(entry -> entry.form().startsWith("SET "));
  }

  /** Text of a page, without the ends of its lines. */
  private static String flowing(String page) throws IOException {
    return Files.readString(Path.of(page)).replaceAll("\\s+", " ");
  }
}
