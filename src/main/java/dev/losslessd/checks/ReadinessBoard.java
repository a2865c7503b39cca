package dev.losslessd.checks;

import dev.losslessd.jobs.GpuReach;
import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Latest answers of this host's checks, so that who asks reads memory only. */
public final class ReadinessBoard {
  /** A look that hangs in a file has no successor; what it saw before is no answer any more. */
  private static final Duration OLD = Duration.ofSeconds(100);

  private final InstantSource clock;
  private final Supplier<HostFacts> facts;

  private volatile @Nullable Answers latest;

  /**
   * Answers of one look.
   *
   * @param gpus how far GPUs are from NICs
   * @param leftOut why RDMA ports were not asked about, by name
   */
  public record Answers(
      Instant at, List<CheckResult> results, GpuReach gpus, Map<String, String> leftOut) {
    public Answers {
      results = List.copyOf(results);
      leftOut = Map.copyOf(leftOut);
    }

    private Answers unknown() {
      String why = "last answered at " + at.truncatedTo(ChronoUnit.SECONDS) + ": a read hangs";
      return new Answers(
          at,
          results.stream()
              .map(one -> new CheckResult(one.check(), one.subject(), new Answer.Unknown(why)))
              .toList(),
          gpus,
          leftOut);
    }
  }

  public ReadinessBoard(InstantSource clock, Supplier<HostFacts> facts) {
    this.clock = clock;
    this.facts = facts;
  }

  /** Answers all checks anew; reads files. */
  public void look() {
    HostFacts now;
    try {
      now = facts.get();
    } catch (TransportException e) {
      return; // a folder of the host hangs: the answers grow old
    }
    latest =
        new Answers(clock.instant(), HostChecks.of(now), now.reach(), now.callerPorts().leftOut());
  }

  /** Empty before the first look; all unknown where the last one is long ago. */
  public Optional<Answers> latest() {
    return Optional.ofNullable(latest).map(this::current);
  }

  private Answers current(Answers answers) {
    Instant old = answers.at().plus(OLD);
    return clock.instant().isAfter(old) ? answers.unknown() : answers;
  }

  /** Returns why jobs of this host use none of these RDMA ports, by name. */
  public Map<String, String> leftOut() {
    return latest().map(Answers::leftOut).orElse(Map.of());
  }

  public GpuReach gpus() {
    return latest().map(Answers::gpus).orElse(GpuReach.UNKNOWN);
  }
}
