package dev.losslessd.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A command line and a daemon whose answers a test writes down. */
abstract class OnCannedDaemon {
  @TempDir Path folder;
  CannedDaemon daemon;
  Rig cli;

  @BeforeEach
  void start() throws Exception {
    daemon = new CannedDaemon(folder.resolve("d.sock"));
    cli = new Rig(folder.resolve("d.sock"));
  }

  @AfterEach
  void stop() throws Exception {
    daemon.stop();
  }
}
