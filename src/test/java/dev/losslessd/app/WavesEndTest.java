package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code apply --waves}, by the running daemon on two NICs and their two switches. */
@SystemGroup
class WavesEndTest {
  private static final String ONE = "gpu01:ens1f0np0";
  private static final String TWO = "gpu01:ens2f0np0";
  private static final List<String> DEVICES = List.of(ONE, TWO, "leaf1", "leaf2");

  @TempDir private Path folder;
  private DaemonFixture fixture;
  private List<List<String>> found;

  @BeforeEach
  void start() throws Exception {
    fixture =
        new DaemonFixture(
            folder, "enforce", DemoConfig.POLICY + "commit: { settle: 1s }\nswitches:\n");
    for (String leaf : List.of("leaf1", "leaf2")) {
      fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
      fixture.add(leaf, "lldp");
    }
    found = everything();
    fixture.start();
    DaemonFixture.await(
        () -> plan().contains("leaf1:Ethernet1/1") && plan().contains("leaf2:Ethernet1/1"),
        "the switches are not read");
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  @Test
  void theCanaryGoesFirstAndABreachInTheSecondWaveUndoesBoth() {
    String plan = plan();
    assertThat(plan.lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
        .anyMatch(line -> line.matches("1 \\| 1 \\| \\d+ \\| " + ONE + ".*\\| .*" + TWO + ".*"))
        .anyMatch(line -> line.matches("2 \\| 1 \\| \\d+ \\| " + TWO + ".*\\| .*"));
    CompletableFuture<DaemonFixture.Typed> apply =
        CompletableFuture.supplyAsync(() -> apply("12s"), Thread::startVirtualThread);

    awaitSoak(1);
    assertThat(fixture.pfc(ONE)).isEqualTo("pfc 3");
    assertThat(fixture.pfc(TWO)).as("the control group").isEqualTo("pfc none");
    awaitSoak(2);
    assertThat(fixture.pfc(TWO)).isEqualTo("pfc 3");
    DaemonFixture.await(
        () -> {
          fixture.tell("drop " + TWO + " 3 5");
          return commit().contains("\"state\":\"rolled-back\"");
        },
        "the guard did not undo");

    assertThat(apply.join().code()).isEqualTo(1);
    assertThat(commit()).contains("the guard found: " + TWO + " dropped ");
    DaemonFixture.await(() -> everything().equals(found), "not as it was found: " + everything());
    assertThat(fixture.get("/api/v1/revisions").body()).contains("\"items\":[]");
  }

  @Test
  void aWaveWithoutTrafficIsHeldUntilAJobRuns() {
    CompletableFuture<DaemonFixture.Typed> apply =
        CompletableFuture.supplyAsync(
            () ->
                fixture.type(
                    "apply", "--yes", "--accept-scope", "--waves", "1,100%", "--soak", "2s"),
            Thread::startVirtualThread);
    DaemonFixture.await(() -> commit().contains("\"why\":\"no traffic: undecided; "), "not held");
    assertThat(fixture.pfc(TWO)).isEqualTo("pfc none");

    fixture.tell("load 50");

    awaitSoak(2);
    fixture.type("cancel", "--yes");
    assertThat(apply.join().code()).isEqualTo(1);
  }

  @Test
  void withoutABreachItEndsInAConfirmWindow() {
    DaemonFixture.Typed apply = apply("3s");

    assertThat(apply.code()).as(apply.text()).isZero();
    assertThat(apply.text())
        .contains("wave 1 of 2, soaking until")
        .contains("wave 2 of 2, soaking until");
    assertThat(fixture.type("confirm", "--yes").code()).isZero();
    assertThat(fixture.pfc(ONE)).isEqualTo("pfc 3");
    assertThat(fixture.pfc(TWO)).isEqualTo("pfc 3");
    assertThat(fixture.type("plan").text()).contains("No changes");
  }

  private DaemonFixture.Typed apply(String soak) {
    return fixture.type(
        "apply", "--yes", "--accept-scope", "--waves", "1,100%", "--soak", soak, "--accept-idle");
  }

  private String plan() {
    return fixture.type("plan", "--accept-scope", "--waves", "1,100%").text();
  }

  private void awaitSoak(int wave) {
    String there = "\"number\":" + wave + ",\"of\":2,\"phase\":\"soaking\"";
    DaemonFixture.await(
        () -> commit().contains(there), "wave " + wave + " does not soak: " + commit());
  }

  private String commit() {
    return fixture.get("/api/v1/commits/c-000001").body();
  }

  private List<List<String>> everything() {
    return DEVICES.stream().map(device -> fixture.tell("state " + device)).toList();
  }
}
