package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.RealTime;
import dev.losslessd.transport.InputLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a config says of switches and servers, and what stays when one leaves it. */
class SwitchConfigsTest {
  private static final DeviceId HOST = new DeviceId("gpu01");

  @TempDir private Path folder;

  private final Map<DeviceId, String> notes = new TreeMap<>();

  @Test
  void aServerOfTheConfigHasItsLabelsAndThatOfAHost() throws IOException {
    Config config =
        config(
            """
            switches:
              - { name: leaf1, address: "192.0.2.1", os: nxos, labels: { rack: r1 } }
              - { name: esx01, address: "192.0.2.2", os: esxi, labels: { rack: r2 } }
            links:
              - { a: "esx01:vmnic4", b: "leaf1:Ethernet1/5" }
            """);
    SwitchRegistry switches = switches(config);
    LinkRegistry links = new LinkRegistry(config.links(), HOST, List::of, switches.ids(), List::of);

    assertThat(Inventory.labels(links, switches))
        .containsOnly(
            Map.entry(new DeviceId("leaf1"), Map.of("rack", "r1")),
            Map.entry(new DeviceId("esx01"), Map.of("rack", "r2", "host", "esx01")));
  }

  @Test
  void theNeighboursOfASwitchThatLeftTheConfigAreNotRemembered() throws IOException {
    String leaf = "  - { name: leaf%d, address: \"192.0.2.%1$d\", os: nxos }\n";
    Config both = config("switches:\n" + leaf.formatted(1) + leaf.formatted(2));
    notes.put(new DeviceId("leaf1"), "one");
    notes.put(new DeviceId("leaf2"), "two");
    SwitchRegistry switches = switches(both);
    Config one = config("switches:\n" + leaf.formatted(1));

    assertThat(switches.follow(one.switches(), one.jumps())).hasSize(1);

    assertThat(notes)
        .containsOnly(
            Map.entry(new DeviceId("leaf1"), "one"), Map.entry(new DeviceId("leaf2"), ""));
  }

  private SwitchRegistry switches(Config config) {
    SwitchMemory memory =
        (what, device) ->
            what.equals(SwitchMemory.NEIGHBOURS)
                ? new DeviceNotes(
                    InstantSource.fixed(Instant.EPOCH),
                    () -> Optional.ofNullable(notes.get(device)),
                    text -> notes.put(device, text))
                : DeviceNotes.none();
    return new SwitchRegistry(
        HOST,
        config.switches(),
        config.jumps(),
        what -> {},
        InputLimits.DEFAULT,
        memory,
        RealTime.get(),
        CallTimes.UNTOLD);
  }

  private Config config(String text) throws IOException {
    Path file = folder.resolve("losslessd.yaml");
    Files.writeString(file, text);
    return switch (ConfigLoader.load(file, "gpu01", List.of())) {
      case ConfigLoader.Loaded loaded -> loaded.config();
      case ConfigLoader.Broken broken -> throw new AssertionError(broken.problems());
    };
  }
}
