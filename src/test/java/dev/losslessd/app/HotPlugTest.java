package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.poll.FastPoll;
import dev.losslessd.poll.FastPortSchedule;
import dev.losslessd.poll.FastRound;
import dev.losslessd.poll.PollScheduler;
import dev.losslessd.poll.PortPoll;
import dev.losslessd.poll.PortSchedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NIC that comes and goes: both clocks let go of what they kept open of it. */
@SystemGroup
class HotPlugTest {
  private static final PortId PORT = PortId.parse("gpu01:ens2f0np0");
  private static final Duration FULL = Duration.ofMillis(20);
  private static final Duration FAST = Duration.ofMillis(10);

  @TempDir Path folder;
  private final Set<PortId> swept = ConcurrentHashMap.newKeySet();

  /** {@code -Dreplugs=50} is for a quiet machine. */
  @Test
  void replugsLeaveNoDescriptorBehind() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0);
    try (Fabric fabric = Fabric.start(folder.resolve("f"), options, new SystemPace());
        Host host = host(fabric.hostDir(new DeviceId("gpu01")));
        PollScheduler<PortId, PortSchedule> full =
            new PollScheduler<>(
                new PollScheduler.Loop("NICs", FULL),
                port -> schedule(host, port),
                () -> PollScheduler.Round.each(one -> one.poll().run()),
                RealTime.get(),
                SystemThreads.get().platform());
        PollScheduler<PortId, FastPortSchedule> fast =
            new PollScheduler<>(
                new PollScheduler.Loop("fast", Duration.ofSeconds(1)),
                port -> new FastPortSchedule(poll(host, full, port), System::nanoTime),
                () -> round(host),
                RealTime.get(),
                SystemThreads.get().platform())) {
      look(host, full, fast);
      settle(fast);
      replug(fabric, host, full, fast);
      int before = descriptors();

      for (int n = 0; n < Integer.getInteger("replugs", 5); n++) {
        replug(fabric, host, full, fast);
      }

      // what a port keeps open is about a hundred; threads that end are not waited for
      DaemonFixture.await(() -> descriptors() <= before + 20, "descriptors were " + before);
    }
  }

  private void replug(
      Fabric fabric,
      Host host,
      PollScheduler<PortId, PortSchedule> full,
      PollScheduler<PortId, FastPortSchedule> fast)
      throws IOException {
    assertThat(FabricControl.send(fabric.controlSocket(), "vanish " + PORT)).contains("ok");
    look(host, full, fast);
    assertThat(fast.of(PORT)).isEmpty();
    assertThat(FabricControl.send(fabric.controlSocket(), "return " + PORT)).contains("ok");
    look(host, full, fast);
    settle(fast);
  }

  private static void look(
      Host host,
      PollScheduler<PortId, PortSchedule> full,
      PollScheduler<PortId, FastPortSchedule> fast) {
    host.discover();
    List<PortId> here = host.nics().stream().map(Nic::port).toList();
    var _ = full.follow(here);
    var _ = fast.follow(here);
  }

  /** Waits until both clocks have read the port. */
  private void settle(PollScheduler<PortId, FastPortSchedule> fast) {
    swept.clear();
    DaemonFixture.await(() -> swept.contains(PORT), "no sweep of " + PORT);
    DaemonFixture.await(
        () -> fast.of(PORT).stream().anyMatch(one -> one.poll().trace().size() > 0),
        "no fast read of " + PORT);
  }

  private static Host host(Path dir) {
    Kernel kernel =
        new Kernel(
            dir.resolve("root"),
            Optional.of(dir),
            Duration.ofSeconds(10),
            what -> {
              throw new AssertionError(what + " is written");
            },
            System::nanoTime);
    return new Host(new DeviceId("gpu01"), kernel, RealTime.get(), _ -> false, _ -> true);
  }

  private PortSchedule schedule(Host host, PortId port) {
    PortPoll poll =
        new PortPoll(
            port, FULL, () -> host.sweeper(port), RealTime.get(), sweep -> swept.add(sweep.port()));
    return new PortSchedule(poll, FULL, System.nanoTime());
  }

  private static FastPoll poll(Host host, PollScheduler<PortId, PortSchedule> full, PortId port) {
    return new FastPoll(
        port,
        FAST,
        () ->
            full.of(port)
                .flatMap(one -> one.poll().latest())
                .flatMap(one -> host.fast(port, one.schema().counters(), FAST)));
  }

  private static FastRound round(Host host) {
    return new FastRound(host.volley(), RealTime.get());
  }

  private static int descriptors() {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      int count = 0;
      for (Path _ : open) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
