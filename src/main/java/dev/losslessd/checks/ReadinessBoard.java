package dev.losslessd.checks;

import dev.losslessd.jobs.GpuReach;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Latest answers of this host's checks, so that who asks reads memory only. */
public final class ReadinessBoard {
  private final InstantSource clock;
  private final Supplier<HostFacts> facts;

  private volatile @Nullable Answers latest;

  /**
   * Answers of one look.
   *
   * @param gpus how far GPUs are from NICs
   */
  public record Answers(Instant at, List<CheckResult> results, GpuReach gpus) {
    public Answers {
      results = List.copyOf(results);
    }
  }

  public ReadinessBoard(InstantSource clock, Supplier<HostFacts> facts) {
    this.clock = clock;
    this.facts = facts;
  }

  /** Answers all checks anew; reads files. */
  public void look() {
    HostFacts now = facts.get();
    latest = new Answers(clock.instant(), HostChecks.of(now), GpuRules.reach(now));
  }

  /** Empty before the first look. */
  public Optional<Answers> latest() {
    return Optional.ofNullable(latest);
  }

  public GpuReach gpus() {
    return latest().map(Answers::gpus).orElse(GpuReach.UNKNOWN);
  }
}
