package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Ahead;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that has lost the confirm of what a switch held under its own timer. */
class LostHoldTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final Request ON3 =
      Request.one(
          new Key(Target.port(PortId.parse("leaf1:Ethernet1")), SettingKind.PFC),
          new Pfc(PrioritySet.of(3)),
          "uid:0",
          "test");
  private static final Ahead CONFIRMED =
      new Ahead(
          "its head has more lines",
          List.of(new Ahead.Line(3, "confirmed", "c-000001", START, "uid:0")),
          true,
          1);

  @TempDir private Path folder;

  private final FakeLeaf leaf1 = new FakeLeaf("leaf1", () -> START, "Ethernet1");

  @Test
  void theConfirmCanBeGivenAgainWhileWritingIsFrozen() throws Exception {
    FakeNic nic = confirmedAndLost();
    var set = Map.copyOf(leaf1.values());

    try (Rig next = new Rig(folder, nic, START.plusSeconds(60), List.of(), leaf1)) {
      next.commitEngine.doubt(CONFIRMED);
      next.commitEngine.recover();

      assertThat(next.commitEngine.confirm("c-000001", "uid:0"))
          .isInstanceOf(Commit.Confirmed.class);
      next.commitEngine.thaw("uid:0");
      next.pass(Duration.ofSeconds(900));

      assertThat(leaf1.values()).isEqualTo(set);
      assertThat(next.commitEngine.unkept()).isEmpty();
    }
  }

  private FakeNic confirmedAndLost() throws Exception {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf1)) {
      rig.commitEngine.submit(ON3);
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
      long size = Files.size(folder.resolve("journal"));
      rig.commitEngine.confirm("c-000001", "uid:0");
      cut(size);
      return rig.nic;
    }
  }

  private void cut(long size) throws IOException {
    try (FileChannel channel =
        FileChannel.open(folder.resolve("journal"), StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }
}
