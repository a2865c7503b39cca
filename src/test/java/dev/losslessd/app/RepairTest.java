package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drift that is mended, with the real daemon on a fabric. */
class RepairTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String REPAIR =
      """
      commit: { settle: 0s }
      drift: { default: report, classes: { pfc: repair } }
      """;

  @TempDir private Path folder;

  @Test
  void aForeignChangeIsMendedOnceAndAWriterThatFightsIsGivenUpAfterThree() throws Exception {
    try (Stage stage = started(REPAIR)) {
      for (int i = 1; i <= 3; i++) {
        int repairs = i;
        stage.tell("foreign " + NIC + " pfc 5");
        Stage.await(
            () -> repairs(stage) == repairs && stage.pfc(NIC).equals("pfc 3"),
            "not mended for the time " + i);
        Stage.await(
            () -> count(stage, "\"state\":\"confirmed\"") == repairs + 1,
            "not confirmed by itself");
      }
      assertThat(stage.get("/api/v1/intent").body()).contains("\"revision\":1,");

      stage.tell("foreign " + NIC + " pfc 5");

      Stage.await(
          () -> stage.get("/api/v1/findings").body().contains("repair-stopped"), "no finding");
      // a look of our own may have come before the kernel's word of who it was
      Stage.await(
          () -> stage.type("findings").text().contains("by a program over netlink"), "by nobody");
      assertThat(stage.type("findings").text()).contains("critical", "repaired 3 times");
      assertThat(stage.pfc(NIC)).isEqualTo("pfc 5");
      assertThat(repairs(stage)).isEqualTo(3);
      assertThat(stage.type("drift").text()).contains("3", "5", "a program over netlink");
      assertThat(stage.type("set", NIC, "pfc", "3", "--confirm").code()).isZero();
      Stage.await(
          () -> !stage.get("/api/v1/findings").body().contains("repair-stopped"),
          "a person's change does not end it");
    }
  }

  @Test
  void aBusyPortIsNeverBouncedAndWhileFrozenNotAByteIsWritten() throws Exception {
    try (Stage stage = started(REPAIR)) {
      stage.tell("pairs " + NIC + " 3");
      stage.tell("log clear");
      stage.tell("foreign " + NIC + " pfc 5");
      Stage.await(() -> count(stage, "\"state\":\"staged\"") == 1, "the repair does not wait");
      looks(stage, 3);
      assertThat(stage.tell("log")).containsExactly("ok 0");
      assertThat(repairs(stage)).as("one is staged, not one each round").isEqualTo(1);

      assertThat(stage.type("freeze").code()).isZero();
      stage.tell("pairs " + NIC + " 0");
      looks(stage, 15);
      assertThat(stage.tell("log")).containsExactly("ok 0");
      assertThat(stage.pfc(NIC)).isEqualTo("pfc 5");

      assertThat(stage.type("thaw").code()).isZero();
      Stage.await(() -> stage.pfc(NIC).equals("pfc 3"), "not mended when idle and thawed");
    }
  }

  @Test
  void aResetNicGetsBackWhatWasConfirmedAndOnlyTheClassesToRepair() throws Exception {
    try (Stage stage = started(REPAIR)) {
      assertThat(stage.type("set", NIC, "dscp", "26=3", "--confirm").code()).isZero();
      stage.tell("reset " + NIC);
      Stage.await(() -> stage.pfc(NIC).equals("pfc 3"), "PFC does not come back");
      Stage.await(
          () -> stage.type("drift").text().contains("dscp"), "what is only reported is not");
      assertThat(stage.tell("state " + NIC)).contains("app []");
    }
  }

  @Test
  void aStagedChangeSurvivesARestartAndIsAppliedWhenTheLoadStops() throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      stage.start();
      stage.tell("load 60");
      Stage.await(
          () -> stage.type("set", NIC, "pfc", "3", "--dry-run").text().contains("[busy]"),
          "the load does not make it busy");
      Stage.Typed typed = stage.type("set", NIC, "pfc", "3", "--when-idle", "--wait");
      assertThat(typed.code()).as(typed.text()).isZero();
      assertThat(typed.text()).contains("is staged");
      stage.end(false);
      stage.start();
      looks(stage, 3);
      assertThat(stage.type("commits").text()).contains("staged");
      assertThat(stage.pfc(NIC)).isEqualTo("pfc none");

      stage.tell("load 0");

      // idle means quiet for half a minute, and ten seconds more
      awaitLong(() -> stage.pfc(NIC).equals("pfc 3"));
      Stage.await(() -> count(stage, "awaiting-confirm") == 1, "it does not await its confirm");
      assertThat(stage.type("cancel").code()).isZero();
      assertThat(stage.pfc(NIC)).isEqualTo("pfc none");
    }
  }

  @Test
  void aSwitchIsMendedToo() throws Exception {
    try (Stage stage =
        new Stage(
            folder,
            "enforce",
            "commit: { settle: 0s }\ndrift: { default: report, classes: { mtu: repair } }\n")) {
      stage.manage("leaf1");
      stage.start();
      Stage.await(
          () -> stage.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      Stage.Typed set = stage.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm");
      assertThat(set.code()).as(set.text()).isZero();
      List<String> confirmed = stage.tell("state leaf1");

      stage.tell("foreign leaf1 interface Ethernet1/1 ; mtu 1500");
      assertThat(stage.tell("state leaf1")).isNotEqualTo(confirmed);

      Stage.await(
          () -> repairs(stage) == 1 && stage.tell("state leaf1").equals(confirmed),
          "the switch is not mended");
      Stage.await(() -> count(stage, "\"state\":\"confirmed\"") == 2, "not confirmed by itself");
      assertThat(stage.get("/api/v1/intent").body()).contains("\"revision\":1,");
    }
  }

  private Stage started(String more) throws Exception {
    Stage stage = new Stage(folder, "enforce", more);
    stage.start();
    Stage.Typed typed = stage.type("set", NIC, "pfc", "3", "--confirm");
    assertThat(typed.code()).as(typed.text()).isZero();
    return stage;
  }

  private static int repairs(Stage stage) {
    return count(stage, "\"actor\":\"repair\"");
  }

  private static int count(Stage stage, String text) {
    String body = stage.get("/api/v1/commits").body();
    return (int) Pattern.compile(text, Pattern.LITERAL).matcher(body).results().count();
  }

  /** So many further reads of the settings, one each second. */
  private static void looks(Stage stage, int count) {
    for (int i = 0; i < count; i++) {
      String before = observedAt(stage);
      Stage.await(() -> !observedAt(stage).equals(before), "settings are not read any more");
    }
  }

  private static String observedAt(Stage stage) {
    String body = stage.get("/api/v1/ports/gpu01/ens1f0np0/pfc").body();
    int at = body.indexOf("\"observedAt\"");
    return at < 0 ? "" : body.substring(at, at + 45);
  }

  private static void awaitLong(BooleanSupplier there) {
    long end = System.nanoTime() + 90_000_000_000L;
    while (!there.getAsBoolean() && System.nanoTime() < end) {
      java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
    }
    assertThat(there.getAsBoolean()).as("not applied within 90 s").isTrue();
  }
}
