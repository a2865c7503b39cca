package dev.losslessd.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whose names a page has: this project's, or those of an exporter with existing dashboards. */
public enum Profile {
  /** The project's own names, the family {@code roce_*}. */
  NATIVE,
  /** Names of yuuki/rdma_exporter 0.7, for dashboard 24241. */
  RDMA_EXPORTER,
  /** node_exporter 1.11: InfiniBand, ethtool and netclass. */
  NODE_EXPORTER,
  /** spidernet-io/spiderpool: the names of its RDMA boards. */
  SPIDERPOOL,
  /** unifabric-io/unifabric: the names of its RDMA boards. */
  UNIFABRIC,
  /** ROCm/omnistat: the names of its network panels. */
  OMNISTAT,
  /** The scripts that this project began with, and what their dashboards take from others. */
  SEED;

  /** As in a query: {@code rdma_exporter}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Profile> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  /** All of them, as in a query. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Profile::word).toList();
  }
}
