package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon, whose standard error nobody reads any more. */
@SystemGroup
class LogGoneTest {
  private static final Pattern LOST =
      Pattern.compile("\nlosslessd_log_records_lost_total ([0-9.]+)\n");

  @TempDir private Path folder;

  @Test
  void aClosedLogStopsNothingAndItsRecordsAreCounted() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.launchPiped().close();

      DaemonFixture.await(() -> works(fixture) && lost(fixture) > 0, "nothing is counted as lost");
      DaemonFixture.await(() -> finds(fixture), "no finding says so");
      assertPolls(fixture);
    }
  }

  @Test
  void aPipeThatIsFullStopsNothing() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      InputStream _ = fixture.launchPiped();
      String pipe = "/proc/" + fixture.daemon().pid() + "/fd/2";
      Process full =
          new ProcessBuilder("dd", "if=/dev/zero", "of=" + pipe, "oflag=nonblock", "bs=1")
              .redirectErrorStream(true)
              .start();
      assertThat(new String(full.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("Resource temporarily unavailable");

      for (int times = 0; times < 5; times++) {
        assertThat(works(fixture)).isTrue();
      }
      assertPolls(fixture);
    }
  }

  /** Two changes, which the log tells of. */
  private static boolean works(DaemonFixture fixture) {
    String port = "gpu01:ens1f0np0";
    assertThat(fixture.type("set", port, "pfc", "3", "--confirm", "--yes").code()).isZero();
    assertThat(fixture.type("set", port, "pfc", "4", "--confirm", "--yes").code()).isZero();
    return true;
  }

  private static void assertPolls(DaemonFixture fixture) {
    assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    String counters = fixture.get("/api/v1/counters").body();
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/counters").body().equals(counters), "it polls no more");
  }

  private static boolean finds(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body().contains("\"log-lost\"");
  }

  private static double lost(DaemonFixture fixture) {
    Matcher match = LOST.matcher(fixture.get("/metrics").body());
    assertThat(match.find()).isTrue();
    return Double.parseDouble(match.group(1));
  }
}
