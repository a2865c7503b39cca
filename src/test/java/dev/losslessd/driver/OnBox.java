package dev.losslessd.driver;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A box of the fabric, one for all tests of a class and as delivered before each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnBox<L extends FabricLeaf> {
  @SuppressWarnings("NullAway.Init") // before all tests
  protected L leaf;

  protected abstract L make(Path folder) throws IOException;

  @BeforeAll
  final void start(@TempDir Path folder) throws IOException {
    leaf = make(folder);
  }

  @AfterAll
  final void stop() throws IOException {
    leaf.close();
  }

  @BeforeEach
  protected final void asDelivered() throws IOException {
    leaf.tell("reset " + leaf.id());
    leaf.tell("log " + leaf.id() + " clear");
    leaf.forget();
  }
}
