package dev.losslessd.driver.sonic;

import dev.losslessd.driver.OnBox;
import java.io.IOException;
import java.nio.file.Path;

/** Tests on a fabric's switch with SONiC. */
abstract class OnSonicLeaf extends OnBox<SonicLeaf> {
  @Override
  protected final SonicLeaf make(Path folder) throws IOException {
    return new SonicLeaf(folder);
  }
}
