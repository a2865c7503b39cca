package dev.losslessd.http;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a server of their own each, in a folder of its own. */
abstract class OnRig {
  @TempDir Path folder;
  Rig rig;

  @BeforeEach
  void startRig() {
    rig = new Rig(folder);
  }

  @AfterEach
  void stopRig() {
    rig.close();
  }
}
