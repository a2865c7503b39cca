package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.Pending;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MomentsTest {
  private static final Target PORT = Target.parse("gpu01:ens1f0np0");

  private final Moments moments = new Moments();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());

  @Test
  void aCommitThatGoesOnWaitsUntilTheMomentIsTaken() throws InterruptedException {
    Thread engine =
        Thread.ofPlatform().unstarted(() -> moments.onCommit(() -> order.add("commit")));

    Moment moment =
        moments.take(
            () -> new Pending(Intent.NOTHING, List.of()),
            () -> {
              engine.start();
              while (engine.getState() != Thread.State.BLOCKED && engine.isAlive()) {
                Thread.onSpinWait();
              }
              order.add("outdated");
              return Set.of(PORT);
            },
            () -> {
              order.add("seen");
              return Map.of();
            });
    engine.join();

    assertThat(order).containsExactly("outdated", "seen", "commit");
    assertThat(moment.outdated()).containsExactly(PORT);
  }
}
