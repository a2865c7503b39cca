package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.eos.EosLedger;
import dev.losslessd.driver.sonic.SonicLedger;
import dev.losslessd.house.GoldenFile;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The accounts that the vendors' pages tell people to make are those of the ledgers. */
class LeastAccountTest {
  private static final String BEGIN = "<!-- made from the ledger -->\n```\n";
  private static final String END = "\n```\n";
  private static final Ledger SONIC = SonicLedger.LEDGER;

  @Test
  void thatOfSonicIsOnItsPage() throws IOException {
    page("sonic.md", LeastAccount.sudoers(SONIC));
  }

  @Test
  void thatOfEosIsOnItsPage() throws IOException {
    page("eos.md", LeastAccount.eos(EosLedger.LEDGER));
  }

  static void page(String name, List<String> lines) {
    GoldenFile.part(Path.of("src/docs/vendors", name), BEGIN, END, String.join("\n", lines));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config checkpoint losslessd-gpu01-r3",
        "config apply-patch losslessd-gpu01.json",
        "config apply-patch --dry-run /dev/stdin",
        "config list-checkpoints",
        "config interface startup Ethernet4",
        "config interface -n asic0 mtu Ethernet4 9100",
        "config save -y",
        "pfcwd start --action drop --restoration-time 200 Ethernet4 200",
        "sonic-db-cli CONFIG_DB hset WRED_PROFILE|losslessd-abcde ecn ecn_all",
        "ip netns exec asic0 sonic-db-dump -n COUNTERS_DB -y -k COUNTERS*"
      })
  void whatIsSentIsPermitted(String line) {
    String[] words = line.split(" ", 2);
    assertThat(LeastAccount.permits(LeastAccount.sudoers(SONIC), words[0], words[1])).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config checkpoint other",
        "config checkpoint losslessd-gpu01-r3 -v",
        "config reload -y",
        "config interface shutdown Ethernet4",
        "config apply-patch /tmp/losslessd-gpu01.json",
        "sonic-db-cli CONFIG_DB hset PORT|Ethernet4 admin_status down",
        "ip netns exec asic0 sh"
      })
  void nothingElseIs(String line) {
    String[] words = line.split(" ", 2);
    assertThat(LeastAccount.permits(LeastAccount.sudoers(SONIC), words[0], words[1])).isFalse();
  }

  /** sudo's own parser is the judge of what is on the page. */
  @Test
  @SystemGroup
  void sudoTakesIt(@TempDir Path folder) throws Exception {
    Path visudo = Path.of("/usr/sbin/visudo");
    Assumptions.assumeTrue(Files.isExecutable(visudo), "no visudo: package sudo");
    Path file = folder.resolve("losslessd");
    Files.write(file, LeastAccount.sudoers(SONIC));

    Process check =
        new ProcessBuilder(visudo.toString(), "-cf", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(check.waitFor()).as(said).isZero();
  }

  @Test
  void alternativesAreThoseOutsideOfGroupsAndClasses() {
    assertThat(LeastAccount.alternatives("a(?:b|c)|[|]d|e\\|f"))
        .containsExactly("a(?:b|c)", "[|]d", "e\\|f");
    assertThat(LeastAccount.ere("(?:x\\.y)?\\d{1,3}\\*\\[\\]"))
        .isEqualTo("(x[.]y)?[0-9]{1,3}[*][[][]]");
  }
}
