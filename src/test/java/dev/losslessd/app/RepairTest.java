package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drift that is mended, with the real daemon on a fabric. */
@SystemGroup
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
    try (DaemonFixture fixture = started(REPAIR)) {
      for (int i = 1; i <= 3; i++) {
        int repairs = i;
        fixture.tell("foreign " + NIC + " pfc 5");
        DaemonFixture.await(
            () -> repairs(fixture) == repairs && fixture.pfc(NIC).equals("pfc 3"),
            "not mended for the time " + i);
        DaemonFixture.await(
            () -> count(fixture, "\"state\":\"confirmed\"") == repairs + 1,
            "not confirmed by itself");
      }
      assertThat(fixture.get("/api/v1/intent").body()).contains("\"revision\":1,");

      fixture.tell("foreign " + NIC + " pfc 5");

      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("repair-stopped"), "no finding");
      // a look of our own may have come before the kernel's word of who it was
      DaemonFixture.await(
          () -> fixture.type("findings").text().contains("by a program over netlink"), "by nobody");
      assertThat(fixture.type("findings").text()).contains("critical", "repaired 3 times");
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc 5");
      assertThat(repairs(fixture)).isEqualTo(3);
      assertThat(fixture.type("drift").text()).contains("3", "5", "a program over netlink");
      assertThat(fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code()).isZero();
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/findings").body().contains("repair-stopped"),
          "a person's change does not end it");
    }
  }

  @Test
  void aBusyPortIsNeverBouncedAndWhileFrozenNotAByteIsWritten() throws Exception {
    try (DaemonFixture fixture = started(REPAIR)) {
      fixture.tell("pairs " + NIC + " 3");
      fixture.tell("log clear");
      fixture.tell("foreign " + NIC + " pfc 5");
      DaemonFixture.await(
          () -> count(fixture, "\"state\":\"staged\"") == 1, "the repair does not wait");
      looks(fixture, 3);
      assertThat(fixture.tell("log")).containsExactly("ok 0");
      assertThat(repairs(fixture)).as("one is staged, not one each round").isEqualTo(1);

      assertThat(fixture.type("freeze").code()).isZero();
      fixture.tell("pairs " + NIC + " 0");
      looks(fixture, 15);
      assertThat(fixture.tell("log")).containsExactly("ok 0");
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc 5");

      assertThat(fixture.type("thaw").code()).isZero();
      DaemonFixture.await(
          () -> fixture.pfc(NIC).equals("pfc 3"), "not mended when idle and thawed");
    }
  }

  @Test
  void aResetNicGetsBackWhatWasConfirmedAndOnlyTheClassesToRepair() throws Exception {
    try (DaemonFixture fixture = started(REPAIR)) {
      assertThat(fixture.type("set", NIC, "dscp", "26=3", "--confirm", "--yes").code()).isZero();
      fixture.tell("reset " + NIC);
      DaemonFixture.await(() -> fixture.pfc(NIC).equals("pfc 3"), "PFC does not come back");
      DaemonFixture.await(
          () -> fixture.type("drift").text().contains("dscp"), "what is only reported is not");
      assertThat(fixture.tell("state " + NIC)).contains("app []");
    }
  }

  @Test
  void aStagedChangeSurvivesARestartAndIsAppliedWhenTheLoadStops() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      fixture.tell("load 60");
      DaemonFixture.await(
          () -> fixture.type("set", NIC, "pfc", "3", "--dry-run").text().contains("[busy]"),
          "the load does not make it busy");
      DaemonFixture.Typed typed = fixture.type("set", NIC, "pfc", "3", "--when-idle", "--yes");
      assertThat(typed.code()).as(typed.text()).isZero();
      assertThat(typed.text()).contains("is staged");
      fixture.end(false);
      fixture.start();
      looks(fixture, 3);
      assertThat(fixture.type("commits").text()).contains("staged");
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");

      fixture.tell("load 0");

      // idle means quiet for half a minute, and ten seconds more
      awaitLong(() -> fixture.pfc(NIC).equals("pfc 3"));
      DaemonFixture.await(
          () -> count(fixture, "awaiting-confirm") == 1, "it does not await its confirm");
      assertThat(fixture.type("cancel", "--yes").code()).isZero();
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");
    }
  }

  @Test
  void aSwitchIsMendedToo() throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(
            folder,
            "enforce",
            "commit: { settle: 0s }\ndrift: { default: report, classes: { mtu: repair } }\n")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      DaemonFixture.Typed set =
          fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--confirm", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      List<String> confirmed = fixture.tell("state leaf1");

      fixture.tell("foreign leaf1 interface Ethernet1/1 ; mtu 1500");
      assertThat(fixture.tell("state leaf1")).isNotEqualTo(confirmed);

      DaemonFixture.await(
          () -> repairs(fixture) == 1 && fixture.tell("state leaf1").equals(confirmed),
          "the switch is not mended");
      DaemonFixture.await(
          () -> count(fixture, "\"state\":\"confirmed\"") == 2, "not confirmed by itself");
      assertThat(fixture.get("/api/v1/intent").body()).contains("\"revision\":1,");
    }
  }

  private DaemonFixture started(String more) throws Exception {
    DaemonFixture fixture = new DaemonFixture(folder, "enforce", more);
    fixture.start();
    DaemonFixture.Typed typed = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");
    assertThat(typed.code()).as(typed.text()).isZero();
    return fixture;
  }

  private static int repairs(DaemonFixture fixture) {
    return count(fixture, "\"actor\":\"repair\"");
  }

  private static int count(DaemonFixture fixture, String text) {
    String body = fixture.get("/api/v1/commits").body();
    return (int) Pattern.compile(text, Pattern.LITERAL).matcher(body).results().count();
  }

  /** So many further reads of the settings, one each second. */
  private static void looks(DaemonFixture fixture, int count) {
    for (int i = 0; i < count; i++) {
      String before = observedAt(fixture);
      DaemonFixture.await(
          () -> !observedAt(fixture).equals(before), "settings are not read any more");
    }
  }

  private static String observedAt(DaemonFixture fixture) {
    String body = fixture.get("/api/v1/ports/gpu01/ens1f0np0/pfc").body();
    int at = body.indexOf("\"observedAt\"");
    return at < 0 ? "" : body.substring(at, at + 45);
  }

  private static void awaitLong(BooleanSupplier there) {
    long end = System.nanoTime() + 90_000_000_000L;
    while (!there.getAsBoolean() && System.nanoTime() < end) {
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(there.getAsBoolean()).as("not applied within 90 s").isTrue();
  }
}
