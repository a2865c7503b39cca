package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.store.AuditText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy on a switch with SONiC, by a real daemon: one bounce of each port, and none is left. */
@SystemGroup
class SonicEndTest {
  private static final String PORT = "Ethernet0";
  private static final List<String> ONE = List.of(PORT + " down", PORT + " up");

  @TempDir private Path folder;
  private DaemonFixture fixture;
  private List<String> found;

  @BeforeEach
  void start() throws Exception {
    fixture =
        new DaemonFixture(
            folder,
            "enforce",
            DemoConfig.POLICY
                + """
                links:
                  - { a: "gpu01:ens1f0np0", b: "leaf1:Ethernet0", cable: 3m }
                """,
            List.of(SwitchSystem.SONIC, SwitchSystem.SONIC));
    fixture.manage("leaf1", "sonic", "[" + PORT + "]");
    found = cells();
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/" + PORT).statusCode() == 200,
        "the switch is not read");
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private List<String> cells() {
    return fixture.tell("state leaf1");
  }

  private List<String> links() {
    return fixture.tell("log leaf1 links").stream().filter(line -> line.contains(PORT)).toList();
  }

  private String audit() throws Exception {
    return AuditText.of(folder.resolve("state"));
  }

  private String findings() {
    return fixture.get("/api/v1/findings").body();
  }

  private boolean isUp() {
    return cells().contains("PORT|" + PORT + " admin_status=up");
  }

  @Test
  void aPolicyIsOneBounceOfThePortAndSoIsItsRollback() {
    DaemonFixture.Typed plan = fixture.type("plan", "--accept-scope");
    assertThat(plan.text())
        .containsPattern("leaf1:" + PORT + "  ets .* link goes down and up")
        .containsPattern("leaf1:" + PORT + "  pfc .* link goes down and up");

    DaemonFixture.Typed apply = fixture.type("apply", "--yes", "--accept-scope", "--confirm");

    assertThat(apply.code()).as(apply.text()).isZero();
    assertThat(links()).isEqualTo(ONE);
    assertThat(fixture.type("plan").text()).contains("No changes");
    fixture.tell("log leaf1 clear");

    DaemonFixture.Typed back =
        fixture.type("rollback", "--yes", "0", "--accept-scope", "--confirm");

    assertThat(back.code()).as(back.text()).isZero();
    assertThat(links()).isEqualTo(ONE);
    assertThat(cells()).isEqualTo(found);
  }

  @Test
  void anUndoOfAPolicyIsOneBounceToo() {
    DaemonFixture.Typed apply = fixture.type("apply", "--yes", "--accept-scope");
    assertThat(apply.code()).as(apply.text()).isZero();
    assertThat(links()).isEqualTo(ONE);
    fixture.tell("log leaf1 clear");
    fixture.type("cancel", "--yes");
    DaemonFixture.await(() -> cells().equals(found), "it is not as before");
    DaemonFixture.await(
        () -> fixture.type("commits").text().contains("rolled-back"), "it is not undone");
    assertThat(links()).isEqualTo(ONE);
  }

  @Test
  void aPortThatAPatchHasLeftShutIsUpAgainWithFindingAndAuditLine() throws Exception {
    fixture.tell("lie leaf1 patch 1");

    DaemonFixture.Typed apply = fixture.type("apply", "--yes", "--accept-scope", "--confirm");

    assertThat(apply.code()).as(apply.text()).isNotZero();
    DaemonFixture.await(() -> cells().equals(found), "it is not as before");
    DaemonFixture.await(() -> findings().contains("it was put back up"), "no finding");
    assertThat(findings()).contains("leaf1:Ethernet0 was left shut");
    assertThat(audit()).contains("\"left-shut\"", "leaf1:Ethernet0 was left shut");
  }

  @Test
  void aPortThatAKilledDaemonHasLeftShutIsUpAgain() throws Exception {
    fixture.tell("lie leaf1 patch");
    fixture.tell("refuse leaf1 config interface startup");
    CompletableFuture<DaemonFixture.Typed> apply =
        CompletableFuture.supplyAsync(
            () -> fixture.type("apply", "--yes", "--accept-scope", "--confirm"));
    DaemonFixture.await(() -> links().contains(PORT + " down"), "no patch has begun");
    fixture.end(true);
    assertThat(apply.get(30, TimeUnit.SECONDS).code()).isNotZero();
    assertThat(isUp()).isFalse();
    fixture.tell("clear leaf1");

    fixture.start();
    fixture.type("retry", "c-000001", "--yes"); // if it was stuck before its end

    DaemonFixture.await(this::isUp, "the port stays shut");
    DaemonFixture.await(() -> cells().equals(found), "it is not as before");
    DaemonFixture.await(() -> findings().contains("it was put back up"), "no finding");
    assertThat(audit()).contains("it was put back up");
  }
}
