package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.ChangeWindow;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Limits;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits and windows. The night of 2026-10-25 has an hour more in Berlin. */
class CommitLimitsTest {
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Limits AT_NIGHT =
      new Limits(
          OptionalInt.empty(),
          OptionalInt.empty(),
          List.of(
              new ChangeWindow(
                  EnumSet.of(DayOfWeek.SUNDAY),
                  LocalTime.of(1, 0),
                  LocalTime.of(3, 0),
                  ZoneId.of("Europe/Berlin"))));

  @TempDir private Path folder;

  @Test
  void outsideTheWindowsNothingBeginsAndTheNextOneIsTold() throws Exception {
    try (Rig rig = new Rig(folder, AT_NIGHT)) {
      rig.at(Instant.parse("2026-10-24T22:59:59Z")); // 00:59:59 in Berlin

      CommitException refused = refused(rig, request(ENS1));

      assertThat(refused.kind()).isEqualTo(CommitException.Kind.REFUSED);
      assertThat(refused.getMessage())
          .isEqualTo(
              "commit: changes may not begin now; the next window opens at"
                  + " 2026-10-25T01:00+02:00 Europe/Berlin [window]");
      assertThat(rig.nic.written).isEmpty();
      rig.at(Instant.parse("2026-10-24T23:00:00Z"));
      rig.commitEngine.submit(request(ENS1));
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  @Test
  void theHourThatComesTwiceBelongsToTheWindow() throws Exception {
    try (Rig rig = new Rig(folder, AT_NIGHT)) {
      rig.at(Instant.parse("2026-10-25T01:59:59Z")); // 02:59:59, the second time
      rig.commitEngine.submit(request(ENS1));
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);

      rig.at(Instant.parse("2026-10-25T02:00:00Z"));
      assertThat(refused(rig, request(ENS2)).getMessage())
          .contains("opens at 2026-11-01T01:00+01:00 Europe/Berlin");
    }
  }

  @Test
  void undoCancelAndGuardAreNeverHeldByAWindow() throws Exception {
    for (String way : List.of("cancel", "guard", "deadline")) {
      try (Rig rig = new Rig(Files.createDirectory(folder.resolve(way)), AT_NIGHT)) {
        rig.at(Instant.parse("2026-10-25T01:59:00Z"));
        rig.commitEngine.submit(request(ENS1));
        Commit open = rig.settled();
        rig.at(Instant.parse("2026-10-25T02:05:00Z"));

        switch (way) {
          case "cancel" -> rig.commitEngine.cancel(open.id(), "enough", "uid:0");
          case "guard" -> {
            rig.guard.breach = "a drop";
            rig.pass(Duration.ofSeconds(1));
          }
          default -> rig.pass(Duration.ofMinutes(10));
        }

        assertThat(rig.commitEngine.commit(open.id()).orElseThrow())
            .as(way)
            .isInstanceOf(Commit.RolledBack.class);
        assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      }
    }
  }

  @Test
  void aWindowCanBeWaivedAndThatIsRemembered() throws Exception {
    try (Rig rig = new Rig(folder, AT_NIGHT)) {
      rig.commitEngine.submit(
          request(ENS1).accepting(new Acceptance(false, false, Map.of("window", "incident 7"))));

      Commit open = rig.settled();

      assertThat(open.run().plan().waived())
          .extracting(waiver -> waiver.refusal().rule() + " " + waiver.because())
          .containsExactly("window incident 7");
      rig.commitEngine.confirm(open.id(), "uid:0");
    }
    try (Rig again = new Rig(folder, AT_NIGHT)) {
      assertThat(again.commitEngine.commits().iterator().next().run().plan().waived())
          .as("it is in the journal")
          .hasSize(1);
    }
  }

  @Test
  void aPreviewTellsStepsAndRefusalsAndNothingToDoIsNeverRefused() throws Exception {
    try (Rig rig = new Rig(folder, AT_NIGHT)) {
      Plan plan = rig.commitEngine.preview(request(ENS1));
      assertThat(plan.changes()).hasSize(2);
      assertThat(plan.refusals()).extracting(Refusal::rule).containsExactly("window");

      assertThat(rig.commitEngine.preview(Request.one(key(ENS1), Pfc.OFF, "uid:0", "")).refusals())
          .isEmpty();
    }
  }

  @Test
  void aCommitTakesDownNoMoreLinksThanAllowed() throws Exception {
    Limits one = new Limits(OptionalInt.of(1), OptionalInt.of(1), List.of());
    try (Rig rig = new Rig(folder, one)) {
      assertThat(refused(rig, request(ENS1, ENS2)).getMessage())
          .isEqualTo(
              "commit: it takes down the links of 2 ports, limits.bouncesPerCommit is 1 [limits]");
      assertThat(rig.nic.written).isEmpty();

      rig.commitEngine.submit(request(ENS1));
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  @Test
  void aCommitWritesNoMoreDevicesThanAllowed() throws Exception {
    Limits none = new Limits(OptionalInt.of(0), OptionalInt.empty(), List.of());
    try (Rig rig = new Rig(folder, none)) {
      assertThat(refused(rig, request(ENS1)).getMessage())
          .isEqualTo("commit: it writes 1 devices [gpu01], limits.devicesPerCommit is 0 [limits]");
    }
  }

  private static CommitException refused(Rig rig, Request request) {
    return catchThrowableOfType(CommitException.class, () -> rig.commitEngine.submit(request));
  }

  private static Request request(PortId... ports) {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (PortId port : ports) {
      delta.put(key(port), ON3);
    }
    return Request.of(delta, "uid:0", "");
  }

  private static Key key(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }
}
