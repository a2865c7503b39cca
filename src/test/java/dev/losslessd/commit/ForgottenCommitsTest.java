package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ended commits leave memory and journal, whatever their end and whatever their devices hold. */
class ForgottenCommitsTest {
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final Key PFC = new Key(Target.port(PortId.parse("leaf1:Eth1")), SettingKind.PFC);
  private static final int COMMITS = 120;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rolledBackCommitsOfASwitchWithATimerOfItsOwnAreForgotten(boolean holds) throws Exception {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1");
    leaf.holds = holds;
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      for (int n = 0; n < COMMITS; n++) {
        rig.told.clear();
        String id =
            rig.commitEngine
                .submit(Request.one(PFC, new Pfc(PrioritySet.of(3 + n % 2)), "uid:0", ""))
                .id();
        var _ = rig.settled();
        var _ = rig.commitEngine.cancel(id, "no", "uid:0");
        rig.quiet();
      }
      rig.commitEngine.prune(new Retention(10, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
      assertThat(rig.commitEngine.commits()).as("in memory").hasSizeLessThan(30);
      assertThat(rig.commitEngine.commits(Integer.MAX_VALUE, COMMITS, one -> one.id()))
          .as("in the journal")
          .hasSizeLessThan(30);
    }
  }
}
