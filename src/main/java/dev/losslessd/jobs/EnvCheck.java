package dev.losslessd.jobs;

import dev.losslessd.jobs.Check.Verdict;
import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Judges the environment of a job, value by value. Only names of these libraries are looked at. */
public final class EnvCheck {
  private static final Pattern OURS =
      Pattern.compile(
          "(?:NCCL|RCCL|UCX|NIXL|SHARP)_[A-Z0-9_]+|OMPI_MCA_(?:btl|pml|oob_tcp)[a-zA-Z0-9_]*");

  private static final String SHARP =
      "no effect on RoCE: SHARP reduces in InfiniBand switches only";

  /**
   * One variable and what is to say of it.
   *
   * @param value empty where it is not set
   * @param advice empty where there is nothing to do
   */
  public record Judged(String name, String value, Verdict verdict, String message, String advice) {}

  private EnvCheck() {}

  /** Whether a variable is one of a library that this looks at; no other is ever shown. */
  public static boolean isOurs(String name) {
    return OURS.matcher(name).matches();
  }

  /** Judges each variable of these libraries, by name; then what is missing. */
  public static List<Judged> of(Map<String, String> environment, JobHost host) {
    SortedMap<String, String> ours = new TreeMap<>();
    environment.forEach((name, value) -> {
      if (isOurs(name)) {
        ours.put(name, value);
      }
    });
    List<Judged> judged = new ArrayList<>();
    ours.forEach((name, value) -> judged.add(judged(name, value, host)));
    missingClass(ours, host).ifPresent(judged::add);
    return judged;
  }

  static Judged judged(String name, String value, JobHost host) {
    Judgement one = judge(name, value.strip(), host);
    return new Judged(name, value, one.verdict(), one.message(), one.advice());
  }

  private static Judgement judge(String name, String value, JobHost host) {
    if (value.isEmpty() && name.startsWith("NCCL_")) {
      return Judgement.ok("empty: as if it were not set");
    }
    if (value.contains("$") || value.contains("`")) {
      return Judgement.unknown("only the shell that reads it knows its value");
    }
    EnvRule rule =
        Stream.of(NcclRules.ALL, NcclFineRules.ALL, UcxRules.ALL)
            .map(rules -> rules.get(name))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (rule != null) {
      return rule.judge(value, host);
    }
    if (name.startsWith("SHARP_") || name.startsWith("NCCL_SHARP_")) {
      return Judgement.finding(SHARP, "unset it");
    }
    if (name.startsWith("OMPI_MCA_btl_openib")) {
      return Judgement.finding("no effect: openib does not carry RoCE any more", "unset it");
    }
    return Judgement.unknown("not judged here");
  }

  /** NCCL without a class sends DSCP 0, however well the fabric is set. */
  private static Optional<Judged> missingClass(Map<String, String> ours, JobHost host) {
    boolean rdma =
        host.lossless().isPresent()
            && !host.usable().isEmpty()
            && !ours.getOrDefault("NCCL_IB_DISABLE", "0").equals("1")
            && !ours.getOrDefault("NCCL_NET", "").equalsIgnoreCase("Socket");
    boolean nccl = ours.keySet().stream().anyMatch(name -> name.startsWith("NCCL_"));
    if (!rdma || !nccl || ours.containsKey("NCCL_IB_TC")) {
      return Optional.empty();
    }
    JobClass lossless = host.lossless().orElseThrow();
    return Optional.of(
        new Judged(
            "NCCL_IB_TC",
            "",
            Verdict.FINDING,
            "not set: NCCL sends DSCP 0, which is not in " + lossless.text(),
            "set " + lossless.trafficClass()));
  }
}
