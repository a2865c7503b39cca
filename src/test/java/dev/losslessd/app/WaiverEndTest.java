package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon refuses a lossless priority without room, unless somebody answers for it. */
@SystemGroup
class WaiverEndTest {
  private static final String PORT = "gpu01:ens1f0np0";

  /** At this length a 100G port of the demo needs more than the whole receive buffer of its NIC. */
  private static final String CABLE =
      "links: [ { a: \"gpu01:ens1f0np0\", b: \"leaf1:Ethernet1/1\", cable: 5000m } ]\n";

  @TempDir private Path folder;

  @Test
  void headroomBelowNeedIsRefusedAndLandsWithAReason() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", CABLE)) {
      fixture.start();

      DaemonFixture.Typed refused = fixture.type("set", PORT, "pfc", "3", "--confirm", "--yes");

      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.text())
          .contains(PORT + " headroom: lossless priority 3 has buffer 0 of ")
          .contains(" over 5000 m with MTU ")
          .contains("[headroom]");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");

      DaemonFixture.Typed set =
          fixture.type(
              "set", PORT, "pfc", "3", "--confirm", "--waive", "headroom=lab, no load", "--yes");

      assertThat(set.code()).as(set.text()).isZero();
      assertThat(set.text()).contains("[headroom]; because lab, no load");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
      assertThat(fixture.type("commits", "c-000001", "-o", "json").text())
          .contains("\"because\" : \"lab, no load\"");
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("[headroom]; waived: lab, no load");
    }
  }
}
