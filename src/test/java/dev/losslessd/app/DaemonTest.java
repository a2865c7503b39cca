package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon on a fabric, over its real doors. */
@SystemGroup
class DaemonTest {
  private static final String PFC1 = "/api/v1/ports/gpu01/ens1f0np0/pfc";

  @TempDir private static Path folder;
  private static DaemonFixture fixture;

  @BeforeAll
  static void start() throws IOException {
    fixture = new DaemonFixture(folder, "enforce");
    fixture.start();
  }

  @AfterAll
  static void stop() throws IOException {
    fixture.close();
  }

  @BeforeEach
  void calm() {
    fixture.tell("clear");
  }

  @Test
  void onePutSetsPfcIsReadBackConfirmedShownAndUndoneOnDemand() {
    HttpResponse<String> put = fixture.put(PFC1, "{\"lossless\":[3]}");
    assertThat(put.statusCode()).as(put.body()).isEqualTo(202);
    String commit = put.headers().firstValue("Location").orElseThrow();
    awaitState(commit, "awaiting-confirm");
    assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc 3");

    assertThat(fixture.post(commit + ":confirm", "{}").body()).contains("\"state\":\"confirmed\"");
    String line =
        "roce_pfc_enabled{device=\"gpu01\",port=\"ens1f0np0\",end=\"nic\",priority=\"3\"} 1";
    DaemonFixture.await(
        () -> fixture.get("/metrics").body().contains(line), "not on the page: " + line);

    assertThat(fixture.type("rollback", "--yes", "0", "--while-busy", "--confirm").code()).isZero();
    assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo("pfc none");
  }

  @Test
  void idleQueuePairsKeepTheLinkFromBeingBounced() {
    fixture.tell("pairs gpu01:ens2f0np0 3");

    DaemonFixture.Typed typed = fixture.type("set", "gpu01:ens2f0np0", "pfc", "3", "--dry-run");

    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.text()).contains("[busy]");
    fixture.tell("pairs gpu01:ens2f0np0 0");
    assertThat(fixture.type("set", "gpu01:ens2f0np0", "pfc", "3", "--dry-run").code()).isZero();
  }

  @Test
  void aLyingDeviceIsFoundOutAndLeftAsItWas() {
    fixture.tell("lie gpu01:ens2f0np0 pfc");

    DaemonFixture.Typed typed = fixture.type("set", "gpu01:ens2f0np0", "pfc", "3", "--yes");

    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.text()).contains("rolled back").contains("shows none, expected 3");
    fixture.tell("clear");
    assertThat(fixture.pfc("gpu01:ens2f0np0")).isEqualTo("pfc none");
  }

  @Test
  void aRefusedWriteIsOneClearMessage() {
    fixture.tell("refuse gpu01:ens2f0np0 pfc EINVAL");

    DaemonFixture.Typed typed = fixture.type("set", "gpu01:ens2f0np0", "pfc", "3", "--yes");

    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.text()).contains("EINVAL").contains("gpu01:ens2f0np0");
    fixture.tell("clear");
    assertThat(fixture.pfc("gpu01:ens2f0np0")).isEqualTo("pfc none");
  }

  @Test
  void aScrapeDuringAStalledReadReturnsAtOnceWithTheOtherPorts() {
    DaemonFixture.await(() -> up("ens2f0np0").endsWith(" 1"), "the port is not up");
    fixture.tell("stall gpu01:ens2f0np0 60000");
    DaemonFixture.await(() -> up("ens2f0np0").endsWith(" 0"), "the stall does not show");

    long begun = System.nanoTime();
    String page = fixture.get("/metrics").body();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);

    assertThat(millis).as("far below the stall of 60 s").isLessThan(10_000);
    assertThat(page).contains("roce_target_up{device=\"gpu01\",port=\"ens1f0np0\"} 1");
    fixture.tell("clear");
    DaemonFixture.await(() -> up("ens2f0np0").endsWith(" 1"), "the port does not come back");
  }

  @Test
  void aNicThatVanishesAndReturnsIsFollowed() {
    fixture.tell("vanish gpu01:ens2f0np0");
    DaemonFixture.await(
        () ->
            !fixture
                .get("/metrics")
                .body()
                .contains("roce_target_up{device=\"gpu01\",port=\"ens2f0np0\"} 1"),
        "a vanished NIC is still up");
    assertThat(fixture.get(PFC1).statusCode()).isEqualTo(200);

    fixture.tell("return gpu01:ens2f0np0");
    DaemonFixture.await(() -> up("ens2f0np0").endsWith(" 1"), "the NIC does not come back");
  }

  @Test
  void aForeignChangeIsDriftWithinASecondOfItsNotice() {
    assertThat(fixture.type("set", "gpu01:ens1f0np0", "pfc", "4", "--yes", "--while-busy").code())
        .isZero();
    assertThat(fixture.type("confirm", "--yes").code()).isZero();

    fixture.tell("foreign gpu01:ens1f0np0 pfc 5");

    DaemonFixture.await(
        () -> fixture.get("/api/v1/drift").body().contains("\"observed\":{\"lossless\":[5]}"),
        "no drift was reported");
    // a poll may have seen it before the kernel's notice was heard; and on a machine full of other
    // tests a notice may be lost, but not each one
    DaemonFixture.await(
        () -> {
          boolean named = fixture.type("drift").text().contains("netlink");
          if (!named) {
            fixture.tell("foreign gpu01:ens1f0np0 pfc 5");
          }
          return named;
        },
        "no writer");
    assertThat(fixture.type("drift").text()).contains("4").contains("5");
    assertThat(fixture.type("drift").code()).isEqualTo(1);
    fixture.tell("foreign gpu01:ens1f0np0 pfc none");
    assertThat(fixture.type("rollback", "--yes", "0", "--while-busy", "--confirm").code()).isZero();
  }

  @Test
  void everyPathOfTheInterfaceAnswers() {
    for (String path :
        List.of(
            "/healthz",
            "/readyz",
            "/metrics",
            "/openapi.json",
            "/api/v1/status",
            "/api/v1/devices",
            "/api/v1/devices/gpu01",
            "/api/v1/nics",
            "/api/v1/links",
            "/api/v1/switches",
            "/api/v1/ports/gpu01/ens1f0np0",
            "/api/v1/ports/gpu01/ens1f0np0/pfc",
            "/api/v1/ports/gpu01/ens1f0np0/ets",
            "/api/v1/ports/gpu01/ens1f0np0/dcqcn",
            "/api/v1/ports/gpu01/ens1f0np0/dscp",
            "/api/v1/ports/gpu01/ens1f0np0/headroom",
            "/api/v1/ports/gpu01/ens1f0np0/trust",
            "/api/v1/ports/gpu01/ens1f0np0/global-pause",
            "/api/v1/intent",
            "/api/v1/commits",
            "/api/v1/revisions",
            "/api/v1/drift",
            "/api/v1/findings",
            "/api/v1/counters")) {
      assertThat(fixture.get(path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(fixture.get("/api/v1/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void everyNicSettingCanBeSetAndComesBack() {
    for (String[] words :
        new String[][] {
          {"dscp", "26=3", "40=5"},
          {"dcqcn", "minTimeBetweenCnpsMicros=8", "aiRateMbps=20"},
        }) {
      String[] all = new String[words.length + 5];
      all[0] = "set";
      all[1] = "gpu01:ens2f0np0";
      System.arraycopy(words, 0, all, 2, words.length);
      all[words.length + 2] = "--while-busy";
      all[words.length + 3] = "--yes";
      all[words.length + 4] = "--reason=test";
      DaemonFixture.Typed typed = fixture.type(all);
      assertThat(typed.code()).as(typed.text()).isZero();
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
    }
    assertThat(fixture.type("get", "gpu01:ens2f0np0", "dcqcn").text()).contains("20");
    DaemonFixture.Typed back = fixture.type("rollback", "--yes", "0", "--while-busy", "--confirm");
    assertThat(back.code()).as(back.text()).isZero();
    assertThat(fixture.tell("state gpu01:ens2f0np0")).contains("app []", "trust pcp");
  }

  @Test
  void promtoolFindsNoErrorOnThePage() throws Exception {
    CleanPage.require(fixture);
  }

  @Test
  void aSecondDaemonOnTheSameStateEndsWithOneMessage() throws Exception {
    Process second =
        new ProcessBuilder(DaemonFixture.command("run", "--config", fixture.config.toString()))
            .redirectErrorStream(true)
            .start();
    String text = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(second.waitFor()).isEqualTo(2);
    assertThat(text).contains("in use by another losslessd").doesNotContain("\tat ");
    assertThat(text.strip().lines()).hasSize(1);
  }

  private static String up(String port) {
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("roce_target_up{device=\"gpu01\",port=\"" + port + "\"}"))
        .findFirst()
        .orElse("absent");
  }

  private static void awaitState(String commit, String state) {
    DaemonFixture.await(
        () -> fixture.get(commit).body().contains("\"state\":\"" + state + "\""),
        commit + " is not " + state);
  }
}
