package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The tour of the demo, in processes of its own, as {@code bin/losslessd demo --once} runs it. */
class DemoTest {
  @Test
  void theTourEndsWellAndLeavesNothingBehind() throws Exception {
    Process demo =
        new ProcessBuilder(Stage.command("demo", "--once", "--port", "0"))
            .redirectErrorStream(true)
            .start();
    String text = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(text)
        .contains("broken   pfc", "ok       pfc")
        .contains("is confirmed as revision 1")
        .contains("was rolled back")
        .contains("leaf2:Ethernet1/1 pfc: the device said yes and shows 3")
        .contains("Ethernet1/2 (gpu02:", "[scope]")
        .contains("[busy]")
        .contains("every step did what it says");
    assertThat(demo.descendants()).isEmpty();
  }

  @Test
  void onePolicyLandsOnLeavesOfDifferentSystemsAndComesBack() throws Exception {
    Process demo =
        new ProcessBuilder(Stage.command("demo", "--os", "nxos,nvue", "--once", "--port", "0"))
            .redirectErrorStream(true)
            .start();
    String text = new String(demo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(text)
        .contains("leaf1 itself: priority-flow-control mode on")
        .contains("leaf2 itself: nv set interface swp1 qos pfc profile ROCE")
        .contains("every step did what it says");
  }
}
