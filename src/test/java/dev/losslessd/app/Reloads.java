package dev.losslessd.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.UnaryOperator;

/** Another config for a daemon that runs. */
final class Reloads {
  private Reloads() {}

  static void edit(DaemonFixture fixture, UnaryOperator<String> change) throws IOException {
    Path fresh = fixture.config.resolveSibling("fresh.yaml");
    Files.writeString(fresh, change.apply(Files.readString(fixture.config)));
    Files.move(fresh, fixture.config, StandardCopyOption.ATOMIC_MOVE);
  }

  static void hangUp(DaemonFixture fixture) throws Exception {
    new ProcessBuilder("kill", "-HUP", String.valueOf(fixture.daemon().pid())).start().waitFor();
  }
}
