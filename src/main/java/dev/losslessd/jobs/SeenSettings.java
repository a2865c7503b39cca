package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a log tells of versions, ranks, algorithms, queue pairs and variables of the environment.
 */
final class SeenSettings {
  private static final int LONGEST_VALUE = 200;

  private static final int MOST_NAMES = 256;

  /** Where the GPU of a GB10 stands in PCI, and no other: domain 15, bus 1. */
  private static final String UNIFIED_MEMORY = "busId f01000";

  private static final Pattern GB10 = Pattern.compile("NVIDIA[ -]GB10\\b");

  /** Names of other GPUs as drivers write them. */
  private static final Pattern OTHER_GPU =
      Pattern.compile("NVIDIA[ -](?:[ABHLV]\\d{2,3}\\b|G[BH][23]\\d\\d|RTX|Thor)");

  private final Tally versions = new Tally(16);
  private final Map<String, Tally> overrides = new TreeMap<>();
  private final Tally invalid = new Tally(64);
  private final Tally gids = new Tally(1_024);
  private final Tally mtus = new Tally(8);
  private final Tally algorithms = new Tally(8);
  private int ranks;
  private int nodes;
  private boolean unifiedMemory;
  private boolean otherGpu;

  void accept(LogRecord record) {
    String message = record.message();
    version(message);
    if (message.contains("anks ")) {
      ranks(message);
    }
    if (message.contains(" set ")) {
      variable(message);
    }
    Matcher wrong = LogMessages.INVALID_VALUE.matcher(message);
    if (wrong.find()) {
      invalid.add(wrong.group(2) + "=" + wrong.group(1));
    }
    if (message.contains("busId ")) {
      unifiedMemory |= message.contains(UNIFIED_MEMORY);
      otherGpu |= !message.contains(UNIFIED_MEMORY);
    }
    if (message.contains(" GID ")) {
      queuePair(message);
    }
    algorithm(message);
    if (message.startsWith("CollNet") || message.endsWith("Connected CollNet")) {
      algorithms.add("CollNet");
    }
  }

  /** A line without a head: NCCL prints its version so, and nccl-tests the names of GPUs. */
  void other(String line) {
    version(line);
    unifiedMemory |= GB10.matcher(line).find();
    otherGpu |= OTHER_GPU.matcher(line).find();
  }

  private void version(String text) {
    int at = text.indexOf("CCL version ");
    if (at > 0) {
      Matcher version = LogMessages.VERSION.matcher(text);
      if (version.find()) {
        String patch = version.group(4) == null ? "" : "." + version.group(4);
        String library = version.group(1).equals("RCCL") ? "RCCL " : "";
        versions.add(library + version.group(2) + "." + version.group(3) + patch);
      }
    }
  }

  private void ranks(String message) {
    Matcher rank = LogMessages.RANK.matcher(message);
    if (rank.find()) {
      ranks = Math.max(ranks, Integer.parseInt(rank.group(2)));
      nodes = rank.group(3) == null ? nodes : Math.max(nodes, Integer.parseInt(rank.group(3)));
    }
  }

  private void variable(String message) {
    Matcher override = LogMessages.OVERRIDE.matcher(message);
    if (override.find()
        && (overrides.size() < MOST_NAMES || overrides.containsKey(override.group(1)))) {
      String value = override.group(2).strip();
      overrides
          .computeIfAbsent(override.group(1), _ -> new Tally(8))
          .add(value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) : value);
    }
  }

  private void queuePair(String message) {
    Matcher pair = LogMessages.QUEUE_PAIR.matcher(message);
    if (pair.find()) {
      gids.add(pair.group(4) + " " + GidText.ofHalves(pair.group(5), pair.group(6)));
      mtus.add(pair.group(3));
    }
  }

  private void algorithm(String message) {
    if (message.startsWith("Connected all rings")) {
      algorithms.add("ring");
    } else if (message.startsWith("Connected all trees")) {
      algorithms.add("tree");
    } else if (message.startsWith("Connected NVLS tree")) {
      algorithms.add("NVLS");
    } else if (message.startsWith("Connected collnet")) {
      algorithms.add("CollNet");
    }
  }

  Tally versions() {
    return versions;
  }

  /** Values of each variable that NCCL says it took from the environment. */
  Map<String, Tally> overrides() {
    return overrides;
  }

  /** Values that are no numbers, with their variables: {@code NCCL_IB_TC=high}. */
  Tally invalid() {
    return invalid;
  }

  /** First value of a variable; empty where the log has none. */
  String override(String name) {
    Tally values = overrides.get(name);
    return values == null ? "" : values.names().iterator().next();
  }

  /** GID slot and GID of queue pairs: {@code 3 0000:...}. */
  Tally gids() {
    return gids;
  }

  /** Active MTUs as verbs count them: 1 is 256 bytes, 5 is 4,096. */
  Tally mtus() {
    return mtus;
  }

  /** What is connected: ring, tree, NVLS, CollNet. */
  Tally algorithms() {
    return algorithms;
  }

  /** Ranks of the largest communicator; 0 where the log does not tell. */
  int ranks() {
    return ranks;
  }

  /** Hosts of the largest communicator, since 2.20; 0 where the log does not tell. */
  int nodes() {
    return nodes;
  }

  /** Whether the log shows a GPU that is no GB10. */
  boolean otherGpu() {
    return otherGpu;
  }

  /** Whether the GPU shares the CPU's memory, so that there is no GPUDirect to speak of. */
  boolean unifiedMemory() {
    return unifiedMemory;
  }
}
