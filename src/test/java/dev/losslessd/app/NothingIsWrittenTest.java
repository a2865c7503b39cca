package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.EngineDependencies;
import dev.losslessd.commit.EngineTimes;
import dev.losslessd.commit.Request;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.HostLldp;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import dev.losslessd.model.RealTime;
import dev.losslessd.poll.Observations;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.store.Journal;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.EventStream;
import dev.losslessd.watch.Expected;
import dev.losslessd.watch.Moment;
import dev.losslessd.watch.Monitoring;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ten minutes of a fabric in which others change settings, on a clock that is wound by hand: in
 * observe mode, in plan mode and while frozen not one write reaches a device. The fabric's own log
 * of writes is the witness.
 */
@SystemGroup
class NothingIsWrittenTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"observe", "plan", "frozen"})
  void tenMinutesOfDriftAreSeenAndNothingIsWritten(String how) throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config)
                  .replace("mode: enforce", "mode: " + (how.equals("frozen") ? "enforce" : how))
              + """
              policy:
                classes:
                  - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50% }
                  - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
                dcqcn: { minTimeBetweenCnps: 8us }
              """);
      Config config =
          ((ConfigLoader.Loaded) ConfigLoader.load(fixture.config, "gpu01", List.of())).config();
      watch(fixture, config, how.equals("frozen"));
    }
  }

  private void watch(DaemonFixture fixture, Config config, boolean frozen) {
    Instant[] now = {Instant.parse("2027-01-01T00:00:00Z")};
    WritePolicy writePolicy = new WritePolicy(config.mode(), false);
    Kernel kernel =
        Kernel.of(config, new ModeGate(writePolicy), System::nanoTime, CallTimes.UNTOLD);
    try (Journal journal = Journal.open(folder.resolve("journal"), Instant.EPOCH);
        SystemScheduler systemScheduler = new SystemScheduler(RealTime.get(), SystemThreads.get());
        Host host =
            new Host(new DeviceId("gpu01"), kernel, RealTime.get(), name -> false, nic -> true)) {
      host.discover();
      HostLldp ears =
          new HostLldp(kernel, host::nics, InputLimits.DEFAULT.lldp(), RealTime.by(() -> now[0]));
      Inventory inventory =
          Inventory.of(
              host,
              ears,
              new SwitchRegistry(
                  new DeviceId("gpu01"),
                  List.of(),
                  List.of(),
                  kernel.gate(),
                  InputLimits.DEFAULT,
                  (_, _) -> DeviceNotes.none(),
                  RealTime.get(),
                  CallTimes.UNTOLD),
              config.links());
      Monitoring monitoring =
          new Monitoring(
              inventory,
              () -> config,
              systemScheduler,
              RealTime.get(),
              new EventStream("test", RealTime.get()));
      CommitEngine commitEngine =
          new CommitEngine(
              new EngineDependencies(
                  inventory,
                  monitoring::written,
                  journal,
                  writePolicy,
                  CommitWiring.around(() -> config, inventory, monitoring),
                  CommitWiring.live(() -> config, inventory, monitoring, kernel.bootId()),
                  EngineTimes.of(() -> now[0], systemScheduler.threads().tasks()),
                  c -> {},
                  monitoring.guard(),
                  AuditListener.NONE));
      if (frozen) {
        commitEngine.freeze("test");
      }
      Observations observations = new Observations(host::observed, () -> now[0], () -> {});
      List<Sweeper> sweepers = host.nics().stream().map(nic -> host.sweeper(nic.port())).toList();
      int drifts = 0;
      for (int second = 0; second < 600; second += 10) {
        fixture.tell("foreign gpu01:ens1f0np0 pfc " + (second % 20 == 0 ? "5" : "none"));
        fixture.tell("log clear");
        now[0] = now[0].plusSeconds(10);
        commitEngine.recover();
        observations.run();
        Expected expected = Expected.of(commitEngine.pending());
        drifts += Drift.in(new Moment(expected, observations.all(), Set.of())).size();
        sweepers.forEach(sweeper -> sweeper.sweep(now[0].toEpochMilli(), 0));
        assertThat(commitEngine.preview(Request.everything("test", "")).changes()).isNotEmpty();
        assertThatThrownBy(() -> commitEngine.submit(Request.everything("test", "")))
            .isInstanceOf(CommitException.class);
        assertThat(fixture.tell("log")).as("second " + second).containsExactly("ok 0");
      }
      assertThat(drifts).isGreaterThan(60);
      assertThat(commitEngine.intent().rest()).isEqualTo(new TreeMap<>());
    }
  }

  @Test
  void theGateItselfStopsAWriteThatForgotToAsk() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      Config config =
          ((ConfigLoader.Loaded) ConfigLoader.load(fixture.config, "gpu01", List.of())).config();
      Kernel kernel =
          Kernel.of(
              config,
              new ModeGate(new WritePolicy(Mode.OBSERVE, false)),
              System::nanoTime,
              CallTimes.UNTOLD);
      try (var access = kernel.open()) {
        assertThatThrownBy(() -> access.dcb().setDcbx("ens1f0np0", 9))
            .hasMessageContaining("mode is observe");
        assertThatThrownBy(
                () -> access.files().write("sys/kernel/debug/mlx5/x/cc_params/rp_ai_rate", "1\n"))
            .hasMessageContaining("mode is observe");
      }
      assertThat(fixture.tell("log")).containsExactly("ok 0");
    }
  }
}
