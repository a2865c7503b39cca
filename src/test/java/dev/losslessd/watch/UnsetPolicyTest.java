package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsetPolicyTest {
  @TempDir private Path folder;

  private List<Finding> findings(String watchdog, String os, boolean manage) throws Exception {
    Path file = folder.resolve("losslessd.yaml");
    Files.writeString(
        file,
        """
        policy: { pfcWatchdog: %s }
        switches:
          - { name: leaf1, address: 192.0.2.1, os: %s, manage: %s, ssh: { user: ops, key: "file:/k" } }
        """
            .formatted(watchdog, os, manage));
    Config config =
        switch (ConfigLoader.load(file, "gpu01", List.of())) {
          case ConfigLoader.Loaded loaded -> loaded.config();
          case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems());
        };
    return UnsetPolicy.findings(config).toList();
  }

  @Test
  void timesThatASwitchCannotBeToldAreNamed() throws Exception {
    assertThat(findings("{ detect: 200ms, action: drop }", "nxos", true))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(FindingRule.POLICY_UNSET);
          assertThat(finding.subject()).isEqualTo("leaf1");
          assertThat(finding.message()).contains("200", "only on", "nxos");
        });
  }

  @Test
  void aTimeThatASystemKeepsToItselfIsNamed() throws Exception {
    assertThat(findings("{ detect: 200ms, restore: 2s }", "nvue", true)).hasSize(1);
  }

  @Test
  void whatIsSetOrNotWantedIsNoFinding() throws Exception {
    assertThat(findings("{ detect: 200ms }", "sonic", true)).isEmpty();
    assertThat(findings("{ detect: 200ms }", "nxos", false)).isEmpty();
    assertThat(findings("{ action: drop }", "nxos", true)).isEmpty();
    assertThat(findings("{ detect: 200ms, action: drop }", "nvue", true)).isEmpty();
  }
}
