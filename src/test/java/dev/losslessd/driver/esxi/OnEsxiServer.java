package dev.losslessd.driver.esxi;

import dev.losslessd.driver.OnBox;
import java.io.IOException;
import java.nio.file.Path;

/** Tests on a fabric's host with ESXi. */
abstract class OnEsxiServer extends OnBox<EsxiServer> {
  @Override
  protected final EsxiServer make(Path folder) throws IOException {
    return new EsxiServer(folder);
  }
}
