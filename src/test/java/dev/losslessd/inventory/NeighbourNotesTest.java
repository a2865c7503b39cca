package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceLock;
import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Neighbour.Forwarding;
import dev.losslessd.driver.ReadOnlyTransaction;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.store.DeviceNoteFiles;
import dev.losslessd.store.StateFolder;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neighbors that outlive the process: how large a note may be, and who waits for it. */
class NeighbourNotesTest {
  @TempDir private Path folder;

  private static final DeviceId LEAF = new DeviceId("leaf1");

  private DeviceNotes notes(DeviceNoteFiles files) {
    return new DeviceNotes(
        InstantSource.fixed(Instant.EPOCH),
        () -> files.recall(LEAF),
        text -> files.keep(LEAF, text));
  }

  @Test
  void longNamesAtSomePortsLeaveTheNoteOfTheOthers() {
    DeviceNoteFiles files = new DeviceNoteFiles(folder.resolve("neighbours"));
    List<Neighbour> all = new ArrayList<>();
    for (int port = 1; port <= 64; port++) {
      all.add(
          new Neighbour(new PortId(LEAF, "Ethernet1/" + port), "gpu" + port, "b8:3f:d2:0a:1b:20"));
    }
    for (int n = 0; n < 124; n++) { // 31 more at each of four ports: input.lldp.neighbours
      all.add(
          new Neighbour(
              new PortId(LEAF, "Ethernet1/" + (1 + n / 31)),
              "n" + n + "x".repeat(250),
              "p" + "y".repeat(250)));
    }
    new NeighbourCache(
            System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(notes(files)))
        .tell(all);
    assertThat(
            new NeighbourCache(
                    System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(notes(files)))
                .ports())
        .hasSize(64);
  }

  @Test
  void aChassisOf640PortsIsKeptWhole() {
    DeviceNoteFiles files = new DeviceNoteFiles(folder.resolve("neighbours"));
    List<Neighbour> all = new ArrayList<>();
    for (int port = 1; port <= 640; port++) {
      all.add(
          new Neighbour(new PortId(LEAF, "Ethernet1/" + port), "gpu" + port, "b8:3f:d2:0a:1b:20"));
    }
    new NeighbourCache(
            System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(notes(files)))
        .tell(all);
    assertThat(
            new NeighbourCache(
                    System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(notes(files)))
                .ports())
        .hasSize(640);
  }

  @Test
  void readersDoNotWaitForTheStateFolder() throws Exception {
    CountDownLatch disk = new CountDownLatch(1);
    CountDownLatch writing = new CountDownLatch(1);
    DeviceNotes slow =
        new DeviceNotes(
            InstantSource.fixed(Instant.EPOCH),
            Optional::empty,
            _ -> {
              writing.countDown();
              try {
                disk.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    NeighbourCache cache =
        new NeighbourCache(System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(slow));
    NeighbourCache other =
        new NeighbourCache(
            System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(DeviceNotes.none()));
    Thread.ofPlatform()
        .daemon()
        .start(() ->
            cache.tell(List.of(new Neighbour(PortId.parse("leaf1:Ethernet1/1"), "gpu1", "e1"))));
    writing.await();
    CompletableFuture<List<Neighbour>> read = CompletableFuture.supplyAsync(cache::neighbours);
    CompletableFuture<Void> settled =
        CompletableFuture.runAsync(() -> NeighbourCache.settle(List.of(cache, other)));
    try {
      assertThat(read).as("links of all").succeedsWithin(2, TimeUnit.SECONDS);
      assertThat(settled).as("another leaf").succeedsWithin(2, TimeUnit.SECONDS);
    } finally {
      disk.countDown();
    }
  }

  @Test
  void theDeviceIsFreeWhileItsNoteIsWritten() {
    CompletableFuture<SharedSession<?>> made = new CompletableFuture<>();
    CompletableFuture<String> other = new CompletableFuture<>();
    DeviceNotes notes =
        new DeviceNotes(
            InstantSource.fixed(Instant.EPOCH),
            Optional::empty,
            _ ->
                other.complete(
                    CompletableFuture.supplyAsync(
                            () -> made.join().lock().call(DeviceLock.Rank.READ, () -> "its turn"))
                        .completeOnTimeout("waits", 5, TimeUnit.SECONDS)
                        .join()));
    SwitchAccess access =
        new SwitchAccess(
            LEAF,
            () -> {
              throw new AssertionError("nothing is asked by SSH");
            },
            Optional.empty(),
            Optional.empty(),
            System::nanoTime,
            "gpu01",
            DeviceNotes.none(),
            () -> 0);
    SwitchParts<String> leaf =
        new SwitchParts<>(
                access,
                new ShortLivedCache<>(System::nanoTime, () -> ""),
                new SettingTable<String>(Failures::orUntold),
                new ReadOnlyTransaction<String>(LEAF, "it is only heard"))
            .neighbours(
                () -> List.of(new Neighbour(PortId.parse("leaf1:Ethernet1/1"), "gpu1", "e1")));
    SharedSession<String> session =
        new SharedSession<>(
            LEAF,
            leaf,
            new InputBudget(1 << 20).account(),
            true,
            new NeighbourCache(
                System::nanoTime, InputLimits.DEFAULT.lldp(), new NeighbourNotes(notes)),
            _ -> {});
    made.complete(session);
    session.listen();

    assertThat(other).isCompletedWithValue("its turn");
  }

  @Test
  void aSystemThatAnnouncesNoCapabilitiesIsUnknown() {
    assertThat(Forwarding.of(new byte[] {0})).isEqualTo(Forwarding.UNKNOWN);
  }

  @Test
  void theStateFolderKnowsItsFolderOfNeighbours() throws Exception {
    Path state = Files.createDirectory(folder.resolve("state"));
    Path neighbours = Files.createDirectory(state.resolve("neighbours"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(neighbours, PosixFilePermissions.fromString("rwxr-xr-x"));
    StateFolder.open(state, 1).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(neighbours)))
        .isEqualTo("rwx------");
  }
}
