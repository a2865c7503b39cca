package dev.losslessd.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The closed list of knobs. The word is the last segment of a REST path and a CLI argument. */
public enum SettingKind {
  /** Priorities that pause instead of dropping (802.1Qbb). */
  PFC("pfc"),
  /** Bandwidth shares, scheduling and priority to traffic class (802.1Qaz). */
  ETS("ets"),
  /** Whether a port classifies by PCP or DSCP. */
  TRUST("trust"),
  /** Map of DSCP values to priorities. */
  DSCP_MAP("dscp"),
  /** Receive buffers of a NIC port and which priority uses which. */
  HEADROOM("headroom"),
  /** Congestion control parameters of a NIC. */
  DCQCN("dcqcn"),
  /** 802.3x link pause, which is not PFC and excludes it. */
  GLOBAL_PAUSE("global-pause"),
  /** Priorities that a whole switch carries without drop. */
  LOSSLESS("lossless"),
  /** At which queue depths a switch marks. */
  ECN("ecn"),
  /** Priorities whose queues of a switch count their marks. */
  ECN_COUNT("ecn-count"),
  /** The largest packet of a port. */
  MTU("mtu"),
  /** Whether a switch shuts queues that are paused for too long. */
  PFC_WATCHDOG("pfc-watchdog"),
  /** Send rate limits of a NIC port, by traffic class. */
  MAX_RATE("max-rate"),
  /** Whether the host or the NIC's firmware decides on the settings above. */
  DCBX_MODE("dcbx"),
  /** ToS of rdma_cm connections that do not ask for one. */
  ROCE_TOS("roce-tos"),
  /** Traffic class of every RDMA connection of a port. */
  TRAFFIC_CLASS("traffic-class"),
  /** Optional counters of a port that are switched on. */
  OPTIONAL_COUNTERS("optional-counters"),
  /** Entries of a NIC's non-volatile configuration. */
  FIRMWARE("firmware"),
  /** DSCP that a host writes into all its RDMA packets. */
  RDMA_DSCP("rdma-dscp");

  private final String word;

  SettingKind(String word) {
    this.word = word;
  }

  /** Name in paths, as in {@code /ports/gpu01/ens1f0np0/pfc}. */
  public String word() {
    return word;
  }

  public static Optional<SettingKind> ofWord(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(SettingKind::word).collect(Collectors.joining(", "));
  }
}
