package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit that ended while the disk took nothing, and those that begin after it. */
class UnwrittenTest {
  private static final Pfc THREE = new Pfc(PrioritySet.of(3));
  private static final Pfc FOUR = new Pfc(PrioritySet.of(4));

  @TempDir private Path folder;

  @Test
  void itsEndIsInTheJournalBeforeTheNextOneBegins() throws Exception {
    FakeNic left;
    try (Rig rig = new Rig(folder)) {
      rolledBackOnAFullDisk(rig);
      rig.commitEngine.submit(pfc(FOUR));
      rig.quiet();
      assertThat(state(rig, "c-000002")).isEqualTo("awaiting-confirm");
      rig.commitEngine.confirm("c-000002", "uid:0");
      left = rig.nic;
      left.written.clear();
    }
    try (Rig rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
      rig.commitEngine.recover();
      rig.pass(Duration.ofMinutes(2));
      assertThat(state(rig, "c-000001")).isEqualTo("rolled-back");
      assertThat(state(rig, "c-000002")).isEqualTo("confirmed");
      assertThat(rig.nic.written).isEmpty();
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(FOUR);
    }
  }

  @Test
  void nothingBeginsWhileItCannotBeWritten() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rolledBackOnAFullDisk(rig);
      rig.diskFull = true;
      assertThat(rig.commitEngine.commits()).hasSize(1);
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc(FOUR)))
          .hasMessageContaining("No space left");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  private static void rolledBackOnAFullDisk(Rig rig) throws Exception {
    rig.commitEngine.submit(pfc(THREE));
    assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    rig.diskFull = true;
    rig.pass(Duration.ofSeconds(700));
    assertThat(state(rig, "c-000001")).isEqualTo("rolled-back");
    rig.diskFull = false;
  }

  private static String state(Rig rig, String id) {
    return rig.commitEngine.commit(id).map(Commit::state).orElse("unknown");
  }

  private static Request pfc(Pfc value) {
    return Request.one(new Key(Target.port(ENS1), SettingKind.PFC), value, "uid:0", "test");
  }
}
