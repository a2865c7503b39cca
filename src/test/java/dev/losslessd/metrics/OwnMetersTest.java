package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import dev.losslessd.text.Worded;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The daemon's own meters as they are before anything has happened. */
class OwnMetersTest {
  @Test
  void pagesMadeSideBySideHaveTheSameFamilies() throws Exception {
    OwnMeters meters = meters();
    Set<String> whole = families(meters);
    Queue<Set<String>> seen = new ConcurrentLinkedQueue<>();

    try (ExecutorService scrapers = Executors.newFixedThreadPool(16)) {
      List<Callable<Boolean>> all = Collections.nCopies(800, () -> seen.add(families(meters)));
      for (Future<Boolean> one : scrapers.invokeAll(all)) {
        one.get();
      }
    }

    assertThat(whole)
        .contains(
            "losslessd_build_info",
            "losslessd_undo_outstanding",
            "losslessd_maintenance",
            "losslessd_tls_certificate_not_after_seconds");
    assertThat(seen).hasSize(800).containsOnly(whole);
  }

  private static Set<String> families(OwnMeters meters) {
    return new String(meters.page(PageFormat.PROMETHEUS), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ", 4)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static OwnMeters meters() {
    OwnMeters meters =
        new OwnMeters(
            "1",
            () -> "observe",
            () -> false,
            () -> 0,
            InstantSource.fixed(Instant.EPOCH),
            new CallMeters());
    Target leaf = new Target.Device(new DeviceId("leaf1"));
    meters.undoes(() -> Map.of("leaf1", 2));
    meters.certificates(() -> Map.of("http", 7L));
    meters.maintains(() ->
        List.of(new Maintenance(leaf, Instant.EPOCH, Due.at(Instant.EPOCH), "uid:0", "optics")));
    return meters;
  }

  @Test
  void commitsOfEachStateAreCountedFromZeroOn() {
    OwnMeters meters = meters();

    List<String> page =
        new String(meters.page(PageFormat.PROMETHEUS), StandardCharsets.UTF_8).lines().toList();

    assertThat(Worded.all(Commit.State.class)).hasSameSizeAs(Commit.class.getPermittedSubclasses());
    for (String state : Worded.all(Commit.State.class)) {
      assertThat(page).contains("losslessd_commits_total{state=\"" + state + "\"} 0.0");
    }
  }
}
