package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Sync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine on NICs whose kernel answers the SET of a commit at once, and after one, two and three
 * deadlines, by the native calls of the product. The SET lands when it is answered.
 */
@Timeout(120)
class LateAnswerTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final Target TARGET = Target.port(PortId.parse(PORT));
  private static final Pfc ON3 = new Pfc(PrioritySet.of(3));

  @TempDir private Path folder;
  private final LatePace pace = new LatePace();
  private final BlockingQueue<Commit> told = new LinkedBlockingQueue<>();
  private Path config;

  @BeforeEach
  void name() {
    config = folder.resolve("losslessd.yaml");
  }

  private Fabric fabric() throws IOException {
    Fabric fabric =
        Fabric.start(folder.resolve("fabric"), FabricOptions.usual(1).withLoad(0), pace);
    Path host = fabric.hostDir(new DeviceId("gpu01"));
    Files.writeString(
        config,
        """
        mode: enforce
        host: { name: gpu01, root: "%s/root", kernel: "unix:%s" }
        state: %s/state
        http: { listen: "127.0.0.1:0", socket: %s/s }
        poll: { nic: 60s, settings: 300s }
        commit: { deviceDeadline: 1s }
        nics: { include: ["mlx5_*"] }
        """
            .formatted(host, host, folder, folder));
    return fabric;
  }

  private static List<String> tell(Fabric fabric, String line) {
    try {
      return FabricControl.send(fabric.controlSocket(), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Delays the kernel's answer to the next write, once. */
  private static TestHooks late(Fabric fabric) {
    AtomicBoolean done = new AtomicBoolean();
    return new TestHooks(
        gate ->
            what -> {
              gate.pass(what);
              if (what.equals("netlink PFC ens1f0np0") && done.compareAndSet(false, true)) {
                tell(fabric, "stall " + PORT + " " + LatePace.STALL.toMillis() + " 1");
              }
            },
        Sync.DISK);
  }

  private static String pfc(Fabric fabric) {
    return tell(fabric, "state " + PORT).stream()
        .filter(line -> line.startsWith("pfc"))
        .findFirst()
        .orElseThrow();
  }

  private CommitEngine engine(ResourceStack resourceStack, TestHooks testHooks) {
    DaemonContext daemonContext =
        DaemonContext.open(
            CrashingStore.config(config),
            resourceStack,
            Clock.systemUTC(),
            testHooks,
            CallTimes.UNTOLD);
    return daemonContext.engine(told::add);
  }

  private static String submit(CommitEngine engine) {
    Request request =
        Request.one(new Key(TARGET, SettingKind.PFC), ON3, "uid:0", "test")
            .accepting(new Acceptance(true, true));
    return engine.submit(request).id();
  }

  /** The next state in which the engine waits for somebody, or has come to an end. */
  private Commit next() throws InterruptedException {
    while (true) {
      Commit commit = told.poll(60, TimeUnit.SECONDS);
      if (commit == null) {
        throw new AssertionError("nothing was told within a minute");
      }
      boolean goesOn =
          commit instanceof Commit.Applying
              || (commit instanceof Commit.Undoing undoing && undoing.waits().isEmpty());
      if (!goesOn) {
        return commit;
      }
    }
  }

  @Test
  void anAnswerAtOnceLeavesTheCommitOpen() throws Exception {
    try (Fabric fabric = fabric();
        ResourceStack resourceStack = new ResourceStack()) {
      submit(engine(resourceStack, new TestHooks(gate -> gate, Sync.DISK)));

      assertThat(next().state()).isEqualTo("awaiting-confirm");
      assertThat(pfc(fabric)).isEqualTo("pfc 3");
    }
  }

  @Test
  void anAnswerAfterOneDeadlineIsWaitedForAndTakenBack() throws Exception {
    try (Fabric fabric = fabric();
        ResourceStack resourceStack = new ResourceStack()) {
      submit(engine(resourceStack, late(fabric)));
      pace.stalled.await();
      while (!(told.poll(60, TimeUnit.SECONDS) instanceof Commit.Undoing)) {
        Thread.onSpinWait(); // the SET has overrun its deadline
      }
      pace.answers.countDown();

      Commit end = next();

      assertUndone(fabric, end);
    }
  }

  @Test
  void whileTheKernelHasNotAnsweredNothingIsToldAsUndoneHoweverOftenItIsTried() throws Exception {
    for (int deadlines = 2; deadlines <= 3; deadlines++) {
      LateAnswerTest one = new LateAnswerTest();
      one.folder = Files.createDirectory(folder.resolve("after" + deadlines));
      one.name();
      one.stays(deadlines);
    }
  }

  private void stays(int deadlines) throws Exception {
    try (Fabric fabric = fabric();
        ResourceStack resourceStack = new ResourceStack()) {
      CommitEngine engine = engine(resourceStack, late(fabric));
      String id = submit(engine);
      pace.stalled.await();
      for (int tries = 1; tries < deadlines; tries++) {
        Commit waits = tries == 1 ? next() : engine.retry(id, true, false, "uid:0");
        assertThat(waits).as("after " + tries).isInstanceOf(Commit.Undoing.class);
        assertThat(pfc(fabric)).as("it has not landed").isEqualTo("pfc none");
      }
      pace.answers.countDown();

      Commit end = engine.retry(id, true, false, "uid:0");

      assertUndone(fabric, end);
    }
  }

  private void assertUndone(Fabric fabric, Commit end) {
    assertThat(end.state()).isEqualTo("rolled-back");
    assertThat(((Commit.RolledBack) end).why()).contains(" within 1000 ms");
    assertThat(pfc(fabric)).isEqualTo("pfc none");
    assertThat(
            tell(fabric, "log").stream()
                .filter(line -> line.contains("IEEE_SET " + PORT + " pfc"))
                .toList())
        .as("the late SET, and then its undo")
        .hasSize(2);
    assertThat(told).noneMatch(one -> one instanceof Commit.RolledBack && !one.equals(end));
  }
}
