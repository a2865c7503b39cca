package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.ClassCache;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour of the demo, in processes of its own, as {@code bin/losslessd demo --once} runs it. */
@SystemGroup
@Timeout(360)
class DemoTest {
  @Test
  void theTourEndsWellAndLeavesNothingBehind() throws Exception {
    assertThat(tour())
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
  void onePolicyLandsOnLeavesOfEverySystemAndComesBack() throws Exception {
    assertThat(tour("--os", "nxos,eos,nvue,sonic,junos"))
        .contains("leaf1 itself: Ethernet1/1 has priority-flow-control mode on")
        .contains("leaf2 itself: Ethernet1 has priority-flow-control on")
        .contains("leaf3 itself: swp1 has nv set interface swp1 qos pfc profile ROCE")
        .contains("leaf4 itself: Ethernet0 has PORT_QOS_MAP|Ethernet0 pfc_enable=3")
        .contains("leaf5 itself: et-0/0/0 has set class-of-service interfaces et-0/0/0")
        .contains("leaf5:et-0/0/0 pfc: the device said yes and shows 3")
        .contains("every step did what it says");
  }

  @Test
  void aLeafOfAristasShowsItsLieBesideLeavesThatAreJudgedAndNeverWritten() throws Exception {
    assertThat(tour("--os", "eos,onyx,os10"))
        .contains("leaf2, leaf3: watched alone, and never written")
        .contains("leaf2 itself: watched, was sent nothing but questions")
        .contains("leaf3 itself: watched, was sent nothing but questions")
        .contains("leaf3:ethernet1/1/1 does not tell its lossless")
        .contains("leaf1:Ethernet1 pfc: the device said yes and shows 3")
        .contains("The DSCP map is one setting for the whole switch")
        .contains("Ethernet3 (gpu02:", "[scope]");
  }

  @Test
  void aJobInAnotherClassIsFoundMarkedAndLosesNothingMoreUntilTheMarkIsTakenBack()
      throws Exception {
    assertThat(tour("--unmarked"))
        .contains("class roce (DSCP 26, priority 3): sends 100 % of its RDMA bytes outside of it")
        .contains("traffic-class none, roce-tos 0 (DSCP 0)")
        .containsPattern("gpu01:ens1f0np0 +roce-tos +0 -> 106")
        .containsPattern("gpu01:ens2f0np0 +traffic-class +none -> 106")
        .containsPattern("before: [1-9][0-9]* NAKs")
        .contains("after: 0 NAKs")
        .containsPattern("taken back: [1-9][0-9]* NAKs")
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

  /** Output of a whole tour, which has to end well and to leave no process. */
  private static String tour(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ClassCache.options());
    command.add(Main.class.getName());
    command.addAll(List.of("demo", "--once", "--port", "0"));
    command.addAll(List.of(options));
    Process demo = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(demo.descendants()).isEmpty();
    return text;
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
