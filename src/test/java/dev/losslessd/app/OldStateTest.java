package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.Request;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A state folder of the release before the program's rooms and settings were arranged anew:
 * journal, audit, notes of devices and timer files, written by that program on the same simulated
 * devices. Its third commit is awaited in one folder, and broken off before its first write in the
 * other.
 */
class OldStateTest {
  private static final Path OLD = Path.of("src/test/resources/state/before-second-look");
  private static final Instant WRITTEN = Instant.parse("2026-11-01T12:00:30Z");
  private static final Acceptance ALL = new Acceptance(true, true);

  @TempDir private Path folder;
  private Map<String, List<String>> before = Map.of();
  private Map<String, List<String>> afterSecond = Map.of();

  /** A clock that goes on from then. */
  private static Clock then(Duration later) {
    return Clock.offset(Clock.systemUTC(), Duration.between(Instant.now(), WRITTEN.plus(later)));
  }

  private static Key key(String port, SettingKind kind) {
    return new Key(new Target.Port(PortId.parse(port)), kind);
  }

  private static Request request(Key key, Setting value) {
    return Request.one(key, value, "uid:0", "").accepting(ALL);
  }

  /**
   * Brings the devices to where the old program had left them. It did not set the watchdog's times.
   */
  private Map<String, List<String>> played(CrashStage stage) throws IOException {
    String config = Files.readString(stage.file);
    Files.writeString(stage.file, config.replaceFirst("pfcWatchdog: .*", "pfcWatchdog: {}"));
    stage.reset();
    before = stage.settled();
    try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE)) {
      engine.commitEngine.confirm(engine.apply().id(), "uid:0");
      Map<Dscp, Priority> map = Map.of(new Dscp(26), Priority.of(3), new Dscp(34), Priority.of(3));
      Key dscp = key("gpu01:ens1f0np0", SettingKind.DSCP_MAP);
      engine.commitEngine.confirm(
          engine.ended(request(dscp, new DscpMap(new TreeMap<>(map)))).id(), "uid:0");
      afterSecond = stage.settled();
      Key mtu = key("leaf1:Ethernet1/1", SettingKind.MTU);
      Request third = request(mtu, new Mtu(9216)).within(Optional.of(Duration.ofHours(1)));
      assertThat(engine.ended(third)).isInstanceOf(Commit.AwaitingConfirm.class);
    }
    return stage.settled();
  }

  /** Puts an old state folder in the place of the one that this program wrote. */
  private static void swap(CrashStage stage, String name) throws IOException {
    stage.forget();
    try (Stream<Path> files = Files.walk(OLD.resolve(name))) {
      for (Path file : files.toList()) {
        Path to = stage.state().resolve(OLD.resolve(name).relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
  }

  private static String state(CrashStage.Engaged engine, String id) {
    return engine.commitEngine.commit(id).orElseThrow().state();
  }

  @Test
  void whatItAwaitedIsConfirmedAndAllOfItIsTakenBackRevisionByRevision() throws Exception {
    try (CrashStage stage = new CrashStage(folder)) {
      Map<String, List<String>> afterThird = played(stage);
      swap(stage, "awaiting");
      try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE, then(Duration.ofMinutes(5)))) {
        engine.commitEngine.recover();
        assertThat(state(engine, "c-000001")).isEqualTo("confirmed");
        assertThat(state(engine, "c-000002")).isEqualTo("confirmed");
        assertThat(state(engine, "c-000003")).isEqualTo("awaiting-confirm");
        assertThat(engine.commitEngine.confirm("c-000003", "uid:0"))
            .isInstanceOf(Commit.Confirmed.class);
        assertThat(stage.settled()).isEqualTo(afterThird);

        undo(engine, 2);
        assertThat(stage.settled()).isEqualTo(afterSecond);
        undo(engine, 0);
        assertThat(stage.settled()).isEqualTo(before);
      }
    }
  }

  private static void undo(CrashStage.Engaged engine, long revision) throws Exception {
    Commit undone = engine.rolledBack(revision);
    assertThat(engine.commitEngine.confirm(undone.id(), "uid:0"))
        .isInstanceOf(Commit.Confirmed.class);
  }

  @Test
  void aWindowThatIsOverIsUndone() throws Exception {
    try (CrashStage stage = new CrashStage(folder)) {
      assertThat(played(stage)).isNotEqualTo(afterSecond);
      swap(stage, "awaiting");
      try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE, then(Duration.ofHours(2)))) {
        engine.commitEngine.recover();
        assertThat(state(engine, "c-000003")).isEqualTo("rolled-back");
      }
      assertThat(stage.settled()).isEqualTo(afterSecond);
    }
  }

  @Test
  void whatWasBrokenOffIsUndone() throws Exception {
    try (CrashStage stage = new CrashStage(folder)) {
      assertThat(played(stage)).isNotEqualTo(afterSecond);
      swap(stage, "begun");
      try (CrashStage.Engaged engine = stage.engage(TestHooks.NONE, then(Duration.ofMinutes(5)))) {
        engine.commitEngine.recover();
        assertThat(state(engine, "c-000003")).isEqualTo("rolled-back");
      }
      assertThat(stage.settled()).isEqualTo(afterSecond);
    }
  }
}
