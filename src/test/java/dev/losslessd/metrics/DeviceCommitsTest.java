package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When commits last worked on devices, by a clock of the test's own. */
class DeviceCommitsTest {
  private static final Instant AT = Instant.EPOCH;

  private final AtomicLong now = new AtomicLong(1000);
  private final DeviceCommits commits = new DeviceCommits(now::get);
  private final Commit.Run run = run();

  @Test
  void anOpenCommitWorksOnItsDevicesNowAndOnThoseWhosePortsItTouches() {
    commits.count(new Commit.Applying(run));
    now.set(2000);

    assertThat(commits.latest()).isEqualTo(Map.of("gpu01", 2000L, "leaf1", 2000L));
  }

  @Test
  void oneThatIsDecidedKeepsItsTime() {
    commits.count(new Commit.Applying(run));
    now.set(2000);
    commits.count(new Commit.RolledBack(run, "not confirmed", AT));
    now.set(3000);

    assertThat(commits.latest()).containsEntry("gpu01", 2000L);
  }

  @Test
  void oneThatWaitsForIdlePortsHasTouchedNothing() {
    commits.count(new Commit.Staged(run, AT));

    assertThat(commits.latest()).isEmpty();
  }

  private static Commit.Run run() {
    PortId port = PortId.parse("gpu01:ens1f0np0");
    List<PortId> touches = List.of(port, PortId.parse("leaf1:Ethernet1/7"));
    Change change =
        new Change(Target.port(port), Pfc.OFF, new Pfc(PrioritySet.of(3)), touches, Set.of());
    return new Commit.Run(
        "c-000001", new Plan("p", "d", List.of(change), List.of(), List.of()), "uid:0", "", AT);
  }
}
