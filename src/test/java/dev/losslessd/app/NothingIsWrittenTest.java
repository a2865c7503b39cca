package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.commit.CommitException;
import dev.losslessd.commit.Posture;
import dev.losslessd.commit.Request;
import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.config.ConfigLoader;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Mode;
import dev.losslessd.poll.Observations;
import dev.losslessd.store.Journal;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.watch.Drift;
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
class NothingIsWrittenTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"observe", "plan", "frozen"})
  void tenMinutesOfDriftAreSeenAndNothingIsWritten(String how) throws Exception {
    try (Stage stage = new Stage(folder, "enforce")) {
      Files.writeString(
          stage.config,
          Files.readString(stage.config)
                  .replace("mode: enforce", "mode: " + (how.equals("frozen") ? "enforce" : how))
              + """
              policy:
                classes:
                  - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50% }
                  - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
                dcqcn: { minTimeBetweenCnps: 8us }
              """);
      Config config =
          ((ConfigLoader.Loaded) ConfigLoader.load(stage.config, "gpu01", List.of())).config();
      watch(stage, config, how.equals("frozen"));
    }
  }

  private void watch(Stage stage, Config config, boolean frozen) {
    Instant[] now = {Instant.parse("2027-01-01T00:00:00Z")};
    Posture posture = new Posture(config.mode(), false);
    Kernel kernel = Kernel.of(config, posture);
    try (Journal journal = Journal.open(folder.resolve("journal"));
        Clockwork clockwork = new Clockwork();
        Host host = new Host(new DeviceId("gpu01"), kernel, name -> false, nic -> true)) {
      host.discover();
      HostEars ears = new HostEars(kernel, host::nics, InputLimits.DEFAULT.lldp(), () -> now[0]);
      Site site =
          Site.of(
              host,
              ears,
              new Switches(
                  new DeviceId("gpu01"),
                  List.of(),
                  List.of(),
                  kernel.gate(),
                  InputLimits.DEFAULT,
                  _ -> dev.losslessd.driver.Memory.none()),
              config.links());
      Watcher watcher = new Watcher(site, config, clockwork, java.time.Clock.systemUTC());
      Transactions transactions =
          new Transactions(
              Engine.wiring(
                  config,
                  kernel,
                  site,
                  journal,
                  posture,
                  watcher,
                  clockwork,
                  () -> now[0],
                  c -> {},
                  dev.losslessd.commit.Witness.NONE));
      if (frozen) {
        transactions.freeze("test");
      }
      Observations observations = new Observations(host::observed, () -> now[0], () -> {});
      List<Sweeper> sweepers = host.nics().stream().map(nic -> host.sweeper(nic.port())).toList();
      int drifts = 0;
      for (int second = 0; second < 600; second += 10) {
        stage.tell("foreign gpu01:ens1f0np0 pfc " + (second % 20 == 0 ? "5" : "none"));
        stage.tell("log clear");
        now[0] = now[0].plusSeconds(10);
        transactions.recover();
        observations.run();
        drifts += Drift.between(transactions.intent(), observations.all(), Set.of()).size();
        sweepers.forEach(sweeper -> sweeper.sweep(now[0].toEpochMilli(), 0));
        assertThat(transactions.preview(Request.everything("test", "")).changes()).isNotEmpty();
        assertThatThrownBy(() -> transactions.submit(Request.everything("test", "")))
            .isInstanceOf(CommitException.class);
        assertThat(stage.tell("log")).as("second " + second).containsExactly("ok 0");
      }
      assertThat(drifts).isGreaterThan(60);
      assertThat(transactions.intent().rest()).isEqualTo(new TreeMap<>());
    }
  }

  @Test
  void theGateItselfStopsAWriteThatForgotToAsk() throws Exception {
    try (Stage stage = new Stage(folder, "observe")) {
      Config config =
          ((ConfigLoader.Loaded) ConfigLoader.load(stage.config, "gpu01", List.of())).config();
      Kernel kernel = Kernel.of(config, new Posture(Mode.OBSERVE, false));
      try (var access = kernel.open()) {
        assertThatThrownBy(() -> access.dcb().setDcbx("ens1f0np0", 9))
            .hasMessageContaining("mode is observe");
        assertThatThrownBy(
                () -> access.files().write("sys/kernel/debug/mlx5/x/cc_params/rp_ai_rate", "1\n"))
            .hasMessageContaining("mode is observe");
      }
      assertThat(stage.tell("log")).containsExactly("ok 0");
    }
  }
}
