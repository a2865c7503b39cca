package dev.losslessd.app;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.demo.DemoSite;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The demo's host and leaves, read as often as the config allows, for {@code bench hour}. */
public final class BusySite {
  /** Operating systems of the leaves, in words of {@code losslessd fabric --os}. */
  public static final List<String> SYSTEMS = List.of("nxos", "eos");

  private static final String POLLS = "poll: { nic: 1s, fast: 10ms, settings: 1s }\n";

  private BusySite() {}

  /** Whether the fabric in a folder answers. */
  public static boolean plays(Path folder) {
    return Files.exists(folder.resolve("fabric").resolve(Fabric.CONTROL_SOCKET));
  }

  /**
   * The config of gpu01's agent; its leaves are set up by their own people first, as in the demo.
   *
   * @param folder that holds the folder of a fabric that plays
   */
  public static Path config(Path folder, int port) throws IOException {
    DemoSite site = DemoSite.of(SYSTEMS);
    for (int leaf = 1; leaf <= SYSTEMS.size(); leaf++) {
      String line = "foreign leaf" + leaf + " " + site.leaf(leaf).networkTeam();
      List<String> answer =
          FabricControl.send(folder.resolve("fabric").resolve(Fabric.CONTROL_SOCKET), line);
      if (!answer.getFirst().startsWith("ok")) {
        throw new IOException("leaf" + leaf + ": " + String.join("; ", answer));
      }
    }
    String demo = DemoConfig.of("gpu01", folder, "127.0.0.1", port, site);
    String quick = demo.replace("poll: { snmp: 2s, ssh: 10s }", "poll: { snmp: 1s, ssh: 10s }");
    return Files.writeString(folder.resolve("losslessd.yaml"), POLLS + quick);
  }
}
