package dev.losslessd.app;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The metrics page as Prometheus' own tool sees it; skipped where that is missing. */
final class CleanPage {
  private CleanPage() {}

  static void require(DaemonFixture fixture) throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "promtool is missing");
    Path page = Files.writeString(fixture.folder.resolve("page"), fixture.get("/metrics").body());
    Process promtool =
        new ProcessBuilder("/usr/bin/promtool", "check", "metrics")
            .redirectInput(page.toFile())
            .redirectErrorStream(true)
            .start();
    String text = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (promtool.waitFor() != 0) {
      throw new AssertionError(text);
    }
  }
}
