package dev.losslessd.app;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A host of many NICs for {@code bench footprint}, in this process. */
public final class BenchFabric implements AutoCloseable {
  private final Fabric fabric;

  private BenchFabric(Fabric fabric) {
    this.fabric = fabric;
  }

  /** Under light load, so that counters move. */
  public static BenchFabric start(Path folder, int nics) throws IOException {
    FabricOptions options =
        new FabricOptions(List.of(new DeviceId("gpu01")), 400, 10, 1).withNics(nics);
    return new BenchFabric(Fabric.start(folder.resolve("fabric"), options, new SystemPace()));
  }

  /** Folder with the host's sys, proc and dev. */
  public Path root() {
    return fabric.hostDir(new DeviceId("gpu01")).resolve("root");
  }

  /** Writes the config of a daemon that only observes, with a state folder of its own. */
  public Path config(Path folder, int port) throws IOException {
    return config(folder, port, "observe");
  }

  /** Writes the config of a daemon in a mode, with a state folder of its own. */
  public Path config(Path folder, int port, String mode) throws IOException {
    Path own = Files.createTempDirectory(folder, "daemon");
    Path host = fabric.hostDir(new DeviceId("gpu01"));
    return Files.writeString(
        own.resolve("losslessd.yaml"),
        """
        mode: %s
        host: { name: gpu01, root: "%s/root", kernel: "unix:%s" }
        state: %s/state
        http: { listen: "127.0.0.1:%d", socket: %s/s }
        """
            .formatted(mode, host, host, own, port, own));
  }

  @Override
  public void close() throws IOException {
    fabric.close();
  }
}
