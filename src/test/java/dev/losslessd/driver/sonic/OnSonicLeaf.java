package dev.losslessd.driver.sonic;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A switch with SONiC, one for all tests of a class and as delivered before each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnSonicLeaf {
  @SuppressWarnings("NullAway.Init") // before all tests
  SonicLeaf leaf;

  @BeforeAll
  final void start(@TempDir Path folder) throws Exception {
    leaf = new SonicLeaf(folder);
  }

  @AfterAll
  final void stop() throws Exception {
    leaf.close();
  }

  @BeforeEach
  final void asDelivered() throws Exception {
    leaf.tell("reset leaf1");
    leaf.tell("log leaf1 clear");
  }
}
