package dev.losslessd.driver.nxos;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Path;

/** A Nexus 9000 of the fabric. */
final class Leaf1 extends FabricLeaf {
  Leaf1(Path folder) throws IOException {
    super(folder, SwitchSystem.NXOS, new NxosDriver());
  }
}
