package dev.losslessd.watch;

import static dev.losslessd.model.Verdict.BROKEN;
import static dev.losslessd.model.Verdict.OK;
import static dev.losslessd.model.Verdict.UNKNOWN;
import static dev.losslessd.watch.Conditions.Type.COMMITTED;
import static dev.losslessd.watch.Conditions.Type.CONFIGURED;
import static dev.losslessd.watch.Conditions.Type.IN_SYNC;
import static dev.losslessd.watch.Conditions.Type.LOSSLESS;
import static dev.losslessd.watch.Conditions.Type.READY;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the daemon says of itself and its fabric in some conditions, as Kubernetes has them: each
 * true, false or unknown, with a reason and the time since when. From memory; asks no device.
 */
public final class Conditions {
  /** Rules whose findings say that lossless traffic is lost or stopped. */
  private static final Set<FindingRule> LOSS =
      Set.of(FindingRule.LOSSLESS_DROPS, FindingRule.STORM);

  private final CommitEngine engine;
  private final Judgement judgement;
  private final Readiness readiness;
  private final Supplier<ConfigReload.Status> config;
  private final InstantSource clock;
  private final Map<Type, Condition> last = new EnumMap<>(Type.class);

  /** What a condition is about. */
  public enum Type {
    /** All devices were read, and all that reads goes on reading. */
    READY("Ready"),
    /** Each wanted setting is in force. */
    IN_SYNC("InSync"),
    /** Both ends of every link carry the same contract, and no lossless traffic is lost. */
    LOSSLESS("Lossless"),
    /** No commit is under way, and none waits for a decision. */
    COMMITTED("Committed"),
    /** The config file, as it was read last, is in force. */
    CONFIGURED("Configured");

    private final String word;

    Type(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /**
   * A condition as it stands now.
   *
   * @param reason one word in camel case, for programs
   * @param message one sentence
   * @param since when its status was first seen by this run of the daemon
   */
  public record Condition(Type type, Verdict status, String reason, String message, Instant since) {
    /** As Kubernetes has it. */
    public String word() {
      return new Verdict.Words("True", "False", "Unknown").of(status);
    }
  }

  public Conditions(
      CommitEngine engine,
      Judgement judgement,
      Readiness readiness,
      Supplier<ConfigReload.Status> config,
      InstantSource clock) {
    this.config = config;
    this.engine = engine;
    this.judgement = judgement;
    this.readiness = readiness;
    this.clock = clock;
  }

  /** Returns all conditions; to be called now and then, so that changes have their time. */
  public synchronized List<Condition> now() {
    Stream.of(ready(), inSync(), lossless(), committed(), configured())
        .forEach(one ->
            last.merge(
                one.type(),
                one,
                (before, now) -> before.status() == now.status() ? at(now, before.since()) : now));
    return List.copyOf(last.values());
  }

  private static Condition at(Condition one, Instant since) {
    return new Condition(one.type(), one.status(), one.reason(), one.message(), since);
  }

  private Condition of(Type type, Verdict status, String reason, String message) {
    return new Condition(type, status, reason, message, clock.instant());
  }

  private Condition ready() {
    List<String> stalled = readiness.stalled();
    List<String> why = stalled.isEmpty() ? readiness.notReady() : stalled;
    return why.isEmpty()
        ? of(READY, OK, "AllRead", "every device was read")
        : of(READY, BROKEN, stalled.isEmpty() ? "NotRead" : "Stalled", several(why));
  }

  private static String several(List<String> sentences) {
    String more = sentences.size() == 1 ? "" : ", and " + (sentences.size() - 1) + " more";
    return sentences.getFirst() + more;
  }

  private Condition inSync() {
    int wanted = engine.intent().effective().size();
    int adrift = count(SettingState.DRIFT);
    int staged = count(SettingState.STAGED);
    int unsupported = count(SettingState.UNSUPPORTED);
    int good = count(SettingState.AS_WANTED);
    String of = " of " + wanted + " wanted settings";
    if (wanted == 0) {
      return of(IN_SYNC, OK, "NothingWanted", "no setting is wanted");
    }
    if (adrift > 0) {
      return of(IN_SYNC, BROKEN, "Drift", adrift + of + " are not as wanted");
    }
    if (staged > 0) {
      return of(IN_SYNC, BROKEN, "Staged", staged + of + " are not in force yet");
    }
    return good + unsupported < wanted
        ? of(IN_SYNC, UNKNOWN, "NotRead", (wanted - good - unsupported) + of + " were not read")
        : of(
            IN_SYNC,
            OK,
            "AsWanted",
            good
                + of
                + " are in force"
                + (unsupported == 0 ? "" : "; devices do not have " + unsupported));
  }

  private int count(SettingState state) {
    return judgement.settings().values().stream().mapToInt(one -> one.getOrDefault(state, 0)).sum();
  }

  private Condition lossless() {
    Optional<Finding> loss =
        judgement.findings().stream().filter(one -> LOSS.contains(one.rule())).findFirst();
    if (loss.isPresent()) {
      Finding one = loss.get();
      return of(LOSSLESS, BROKEN, "TrafficLost", one.subject() + ": " + one.message());
    }
    List<LinkContract> contracts = judgement.contracts();
    long broken = contracts.stream().filter(one -> one.verdict() == BROKEN).count();
    long unknown = contracts.stream().filter(one -> one.verdict() == UNKNOWN).count();
    String of = " of " + contracts.size() + " links";
    if (broken > 0) {
      return of(LOSSLESS, BROKEN, "ContractBroken", broken + of + " have ends that differ");
    }
    if (contracts.isEmpty()) {
      return of(LOSSLESS, UNKNOWN, "NoLinkKnown", "no link is known");
    }
    return unknown > 0
        ? of(LOSSLESS, UNKNOWN, "NotRead", unknown + of + " have an end not read")
        : of(LOSSLESS, OK, "ContractsHold", "both ends agree, all" + of);
  }

  private Condition committed() {
    return engine.commits().stream()
        .filter(one -> one.open() || one instanceof Commit.Staged || one instanceof Commit.Stuck)
        .findFirst()
        .map(one -> of(COMMITTED, BROKEN, reason(one), "commit " + one.id() + " is " + one.state()))
        .orElseGet(() -> of(COMMITTED, OK, "NothingOpen", "no commit is open"));
  }

  private Condition configured() {
    ConfigReload.Status now = config.get();
    if (now.isFileInForce()) {
      return of(CONFIGURED, OK, "FileInForce", now.file() + " is in force");
    }
    return of(
        CONFIGURED,
        BROKEN,
        now.kept() ? "StartedFromKept" : "ReloadRefused",
        now.file() + " is not in force: " + now.why());
  }

  private static String reason(Commit one) {
    return one.getClass().getSimpleName();
  }
}
