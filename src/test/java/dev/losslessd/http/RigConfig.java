package dev.losslessd.http;

import dev.losslessd.commit.EngineSettings;
import dev.losslessd.config.ConfigChange;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import dev.losslessd.config.ReloadResult.Reason;
import dev.losslessd.model.Key;
import dev.losslessd.model.Limits;
import dev.losslessd.model.ReloadOutcome;
import dev.losslessd.model.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;

/** A config file in memory: it changes one key, or is broken. */
final class RigConfig implements ConfigReload {
  static final String DIGEST = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

  private final Path file = Path.of("/etc/losslessd/losslessd.yaml");
  private Optional<ReloadResult> last = Optional.empty();

  /** Whether the file has a mistake. */
  boolean broken;

  /** What a reading waits for. */
  CountDownLatch hangs = new CountDownLatch(0);

  /** Whether a reading waits now. */
  volatile boolean hanging;

  static EngineSettings settings(SortedMap<Key, Setting> policy) {
    return new EngineSettings(
        policy,
        Duration.ofMinutes(10),
        Duration.ofSeconds(20),
        Duration.ofSeconds(25),
        Limits.NONE,
        "boot-1");
  }

  @Override
  public Status status() {
    return new Status(file, AT, "mode: \"observe\"\n", false, last);
  }

  @Override
  public ReloadResult run(String actor, boolean dryRun, Optional<String> expected) {
    hanging = hangs.getCount() > 0;
    try {
      hangs.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ReloadResult result = result(actor, expected);
    last = dryRun ? last : Optional.of(result);
    return result;
  }

  private ReloadResult result(String actor, Optional<String> expected) {
    if (broken) {
      Reason reason = new Reason(file + ":3:9", "poll.nic: 'x', expected a time");
      return new ReloadResult(AT, actor, ReloadOutcome.REFUSED, "", List.of(), List.of(reason));
    }
    ConfigChange change = new ConfigChange("poll.nic", Optional.of("1s"), Optional.of("2s"), false);
    if (expected.filter(seen -> !seen.equals(DIGEST)).isPresent()) {
      Reason reason = new Reason("digest", "the file is another one by now");
      return new ReloadResult(
          AT, actor, ReloadOutcome.REFUSED, DIGEST, List.of(change), List.of(reason));
    }
    return new ReloadResult(AT, actor, ReloadOutcome.APPLIED, DIGEST, List.of(change), List.of());
  }
}
