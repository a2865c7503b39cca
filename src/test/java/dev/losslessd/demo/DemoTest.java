package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour as it is without options, and what the demo cannot play. */
@SystemGroup
@Timeout(900)
class DemoTest {
  @Test
  void theTourEndsWellAndLeavesNothingBehind() throws Exception {
    assertThat(DemoTour.run())
        .containsPattern("pfc +broken")
        .containsPattern("pfc +ok")
        .contains("is confirmed as revision 1")
        .contains("was rolled back")
        .contains("leaf2:Ethernet1/1 pfc: the device said yes and shows 3")
        .contains("Ethernet1/2 (gpu02:", "[scope]")
        .contains("[busy]")
        .contains("every step did what it says");
  }

  @Test
  void whatTheDemoCannotPlayIsOneLine() throws Exception {
    assertThat(refused("nxos,vrp"))
        .isEqualTo(
            "losslessd: switch system 'vrp': expected one of "
                + Stream.of(SwitchSystem.values()).map(SwitchSystem::word).toList());
    assertThat(refused("esxi,esxi"))
        .isEqualTo(
            "losslessd: --os with 2 servers on 0 leaves: expected a leaf, and no more servers than"
                + " leaves");
    assertThat(refused("nxos,nxos,nxos,nxos,nxos,nxos,nxos,nxos,eos"))
        .isEqualTo("losslessd: --os of 9 leaves: expected 1..8 for the demo");
  }

  private static String refused(String os) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);
    var options =
        new SimulatorVerbs.DemoOptions(
            "127.0.0.1", 0, 1, true, List.of(os.split(",", -1)), "mlx5", false);
    assertThat(
            new SimulatorCommands(
                    new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                    print)
                .demo(options))
        .isEqualTo(ExitCode.USAGE);
    return err.toString(StandardCharsets.UTF_8).strip();
  }
}
