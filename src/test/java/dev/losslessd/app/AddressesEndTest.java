package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of the host's ports and the patterns of its config, as an operator sees them. */
@SystemGroup
class AddressesEndTest {
  private static final String EMPTY = "0000:0000:0000:0000:0000:0000:0000:0000\n";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  @Test
  void aSlotThatMovesAndAPatternThatMatchesNothingAreTold() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe", NicMake.MLX5)) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config).replace("{ include:", "{ exclude: [mlx5_8], include:"));
      fixture.start();
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("nics.exclude 'mlx5_8' matches no NIC"),
          "nobody tells of the pattern");
      Path port =
          fixture
              .fabric
              .hostDir(new DeviceId("gpu01"))
              .resolve("root/sys/class/infiniband/mlx5_0/ports/1");

      move(port, 3, 5);

      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("[gid-moved]"), "nobody tells of it");
      assertThat(fixture.type("events", "--kind", "address").text())
          .contains("moved", "from slot 3 to slot 5 of mlx5_0:1");
      assertThat(fixture.get("/api/v1/events?kind=address").body())
          .contains("\"before\":3,\"slot\":5");

      Reloads.edit(fixture, text -> text.replace("exclude: [mlx5_8], ", ""));
      Reloads.hangUp(fixture);
      DaemonFixture.await(
          () -> !fixture.type("findings").text().contains("nics.exclude"), "it is told for ever");

      DaemonFixture.Typed found =
          DaemonFixture.type(folder.resolve("none"), "discover", "--config", other(fixture));
      assertThat(found.text()).contains("nics.include 'bnxt_re*' matches no NIC of this host");
      assertThat(
              DaemonFixture.type(folder.resolve("none"), "check", "--config", other(fixture))
                  .text())
          .contains("nics.include 'bnxt_re*' matches no NIC of this host");
    }
  }

  private static void move(Path port, int from, int to) throws IOException {
    String gid = Files.readString(port.resolve("gids/" + from));
    Files.writeString(port.resolve("gid_attrs/types/" + to), "RoCE v2\n");
    Files.writeString(port.resolve("gid_attrs/ndevs/" + to), "ens1f0np0\n");
    Files.writeString(port.resolve("gids/" + to), gid);
    Files.writeString(port.resolve("gids/" + from), EMPTY);
  }

  private String other(DaemonFixture fixture) throws IOException {
    Path file = folder.resolve("other.yaml");
    Files.writeString(file, Files.readString(fixture.config).replace("mlx5*", "bnxt_re*"));
    return file.toString();
  }
}
