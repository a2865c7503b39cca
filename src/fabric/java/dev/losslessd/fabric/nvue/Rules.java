package dev.losslessd.fabric.nvue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Constraints on a configuration as a whole, checked by an apply. */
final class Rules {
  private static final List<String> PROFILED =
      List.of("pfc", "congestion-control", "egress-scheduler", "mapping", "link-pause");
  private static final int WHOLE = 100;

  private final NvueConfig nvueConfig;
  private final Variant variant;

  private Rules(NvueConfig nvueConfig, Variant variant) {
    this.nvueConfig = nvueConfig;
    this.variant = variant;
  }

  /** Returns the first violation; empty if the configuration can be applied. */
  static Optional<String> against(NvueConfig nvueConfig, Variant variant) {
    Rules rules = new Rules(nvueConfig, variant);
    List<String> wrong = new ArrayList<>();
    rules.profiles(wrong);
    rules.shares(wrong);
    rules.thresholds(wrong);
    rules.watchdogs(wrong);
    rules.pools(wrong);
    return wrong.stream().findFirst();
  }

  private void profiles(List<String> wrong) {
    for (String port : nvueConfig.names("interface")) {
      for (String kind : PROFILED) {
        nvueConfig
            .value("interface", port, "qos", kind, "profile")
            .filter(profile -> !nvueConfig.has("qos", kind, profile))
            .ifPresent(profile ->
                wrong.add(
                    "qos " + kind + " profile " + profile + " of " + port + " does not exist"));
      }
    }
  }

  private void shares(List<String> wrong) {
    for (String profile : nvueConfig.names("qos", "egress-scheduler")) {
      int sum = 0;
      for (String tc : nvueConfig.names("qos", "egress-scheduler", profile, "traffic-class")) {
        String[] at = {"qos", "egress-scheduler", profile, "traffic-class", tc};
        boolean dwrr = nvueConfig.value(with(at, "mode")).filter("dwrr"::equals).isPresent();
        Optional<String> share = nvueConfig.value(with(at, "bw-percent"));
        sum += share.map(Integer::parseInt).orElse(0);
        if (dwrr && share.isEmpty()) {
          wrong.add("traffic-class " + tc + " in mode dwrr needs a bw-percent");
        }
      }
      if (sum > WHOLE) {
        wrong.add("bw-percent of " + profile + " is " + sum + " in all, more than 100");
      }
    }
  }

  private void thresholds(List<String> wrong) {
    for (String profile : nvueConfig.names("qos", "congestion-control")) {
      for (String tc : nvueConfig.names("qos", "congestion-control", profile, "traffic-class")) {
        String[] at = {"qos", "congestion-control", profile, "traffic-class", tc};
        Optional<Long> min = nvueConfig.value(with(at, "min-threshold")).map(Long::valueOf);
        Optional<Long> max = nvueConfig.value(with(at, "max-threshold")).map(Long::valueOf);
        if (min.isPresent() && max.isPresent() && min.get() > max.get()) {
          wrong.add("min-threshold of traffic-class " + tc + " is above its max-threshold");
        }
      }
    }
  }

  /** NVUE reference: only a port with PFC or link pause can have one. */
  private void watchdogs(List<String> wrong) {
    for (String port : nvueConfig.names("interface")) {
      boolean on =
          nvueConfig
              .value("interface", port, "qos", "pfc-watchdog", "state")
              .filter(variant.state(true)::equals)
              .isPresent();
      boolean pauses =
          nvueConfig.has("interface", port, "qos", "pfc")
              || nvueConfig.has("interface", port, "qos", "link-pause")
              || nvueConfig.has("qos", "pfc", "default-global")
              || nvueConfig.has("qos", "roce");
      if (on && !pauses) {
        wrong.add("pfc-watchdog of " + port + " needs PFC or link pause there");
      }
    }
  }

  /** The guide: all memory is the lossy pool's by default, and all pools together have 100. */
  private void pools(List<String> wrong) {
    int sum = nvueConfig.has("qos", "traffic-pool", "default-lossy") ? 0 : WHOLE;
    for (String pool : nvueConfig.names("qos", "traffic-pool")) {
      sum +=
          nvueConfig
              .value("qos", "traffic-pool", pool, "memory-percent")
              .map(Integer::parseInt)
              .orElse(0);
    }
    if (sum > WHOLE && !nvueConfig.has("qos", "roce")) {
      wrong.add("traffic pools have " + sum + " percent of the memory in all, more than 100");
    }
  }

  private static String[] with(String[] path, String name) {
    List<String> all = new ArrayList<>(List.of(path));
    all.add(name);
    return all.toArray(String[]::new);
  }
}
