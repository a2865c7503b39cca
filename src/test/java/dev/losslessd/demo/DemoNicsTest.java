package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.NicFilters;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.RealTime;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The demo's config shows the ports of its host, whatever make its NICs are of. */
class DemoNicsTest {
  private static final List<String> LEAVES = List.of("nxos", "nxos");

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  @ParameterizedTest
  @EnumSource(NicMake.class)
  void theConfigOfTheDemoHasItsPorts(NicMake make) throws Exception {
    try (Fabric _ =
        Fabric.start(
            folder.resolve("fabric"),
            FabricOptions.usual(1).withLoad(0).withNics(make),
            new SystemPace())) {
      for (String leaf : List.of("leaf1", "leaf2")) { // which are not played here
        Path own = Files.createDirectories(folder.resolve("fabric").resolve(leaf));
        Files.writeString(own.resolve("ssh.port"), "22");
        Files.writeString(own.resolve("snmp.port"), "161");
      }
      Path file = folder.resolve("losslessd.yaml");
      Files.writeString(
          file, DemoConfig.of("gpu01", folder, "127.0.0.1", 9464, DemoSite.of(LEAVES)));
      Config config =
          switch (ConfigLoader.load(file, "gpu01", List.of())) {
            case ConfigLoader.Loaded loaded -> loaded.config();
            case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems());
          };
      NicNames names = new NicNames(config.nics().include(), config.nics().exclude());
      Kernel kernel = Kernel.of(config, WriteGate.OPEN, System::nanoTime, CallTimes.UNTOLD);
      try (Host host =
          new Host(new DeviceId("gpu01"), kernel, RealTime.get(), names::excluded, names::ours)) {
        host.discover();

        assertThat(host.nics())
            .hasSize(2)
            .allMatch(nic -> !nic.rdmaDevice().isEmpty() && nic.roceV2Index().isPresent());
        assertThat(
                NicFilters.of(
                        kernel.files(), config.nics().include(), config.nics().exclude(), List.of())
                    .text())
            .isEmpty();
      }
    }
  }
}
