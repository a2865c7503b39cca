package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, killed while a commit that leaves a device awaits its confirm. */
@SystemGroup
class ReleaseKillTest {
  private static final String PORT = "gpu01:ens1f0np0";

  @TempDir private Path folder;

  @Test
  void theDeviceIsLeftByTheConfirmAfterTheRestartAlone() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      final String found = fixture.pfc(PORT);
      type(fixture, "set", PORT, "pfc", "3", "--confirm", "--yes");
      final String changed = fixture.pfc(PORT);
      assertThat(changed).isNotEqualTo(found);
      type(fixture, "release", "gpu01", "--restore", "--yes", "--accept-scope");
      assertThat(fixture.pfc(PORT)).isEqualTo(found);

      fixture.end(true);
      fixture.start();

      assertThat(fixture.get("/api/v1/releases").body()).contains("\"state\":\"releasing\"");
      assertThat(fixture.type("set", PORT, "pfc", "4", "--yes").code()).isNotZero();
      assertThat(fixture.pfc(PORT)).isEqualTo(found);
      type(fixture, "confirm", "--yes");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/releases").body().contains("\"state\":\"restored\""),
          "the confirm does not release it");
      assertThat(fixture.pfc(PORT)).isEqualTo(found);
    }
  }

  private static void type(DaemonFixture fixture, String... words) {
    DaemonFixture.Typed typed = fixture.type(words);
    assertThat(typed.code()).as(typed.text()).isZero();
  }
}
