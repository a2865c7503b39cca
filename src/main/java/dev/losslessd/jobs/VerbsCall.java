package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.Optional;

/**
 * Calls of libibverbs and libmlx5 whose failure NCCL, UCX and NVSHMEM report, by what they do.
 * Names are those of rdma-core; some messages name the step and not the call.
 */
enum VerbsCall {
  DEVX("devx_(?:uar|umem)|devx object|(?:dbr|wq) buf", "mlx5dv_devx"),
  REG_DMABUF_MR("reg_dmabuf_mr", "ibv_reg_dmabuf_mr"),
  REG_MR("ibv_(?:exp_)?reg_mr|mem registration failed", "ibv_reg_mr"),
  CREATE_QP("(?:ibv|mlx5dv)_create_qp|qp creation failed", "ibv_create_qp"),
  CREATE_CQ("(?:ibv|mlx5dv)_create_(?:cq|srq)|(?:cq|srq) creation failed", "ibv_create_cq"),
  CREATE_AH("ibv_create_ah|create ah\\b", "ibv_create_ah"),
  MODIFY_QP(
      "ibv_modify_qp|devx_(?:obj|qp)_modify|set qp to state|modif(?:y|ying) (?:\\w+ )?(?:QP|qp)\\b",
      "ibv_modify_qp"),
  ALLOC_PD("ibv_alloc_(?:pd|parent_domain|td)", "ibv_alloc_pd"),
  OPEN_DEVICE("ibv_open_device|Unable to open device", "ibv_open_device"),
  QUERY_GID("query_gid", "ibv_query_gid"),
  QUERY("ibv_(?:query|port_query)\\w*|Unable to query", "ibv_query_device"),
  POST("ibv_post_\\w+", "ibv_post_send"),
  POLL_CQ("ibv_poll_cq", "ibv_poll_cq"),
  /** Every other call: what an error number means there is what it means for all of them. */
  OTHER("(?:ibv|mlx5dv)_\\w+", "");

  @SuppressWarnings("ImmutableEnumChecker") // a pattern never changes
  private final Pattern words;

  private final String call;

  VerbsCall(String words, String call) {
    this.words = Pattern.compile(words);
    this.call = call;
  }

  /** That of a message; empty where it names none. */
  static Optional<VerbsCall> of(String message) {
    return Arrays.stream(values()).filter(one -> one.words.matcher(message).find()).findFirst();
  }

  /** Whether it looks for the way to the peer. */
  boolean connects() {
    return this == MODIFY_QP || this == CREATE_AH;
  }

  /** The call as a message names it, else its usual name. */
  String in(String message) {
    Matcher named = Pattern.of("\\b(?:ibv|mlx5dv)_\\w+").matcher(message);
    while (named.find()) {
      if (words.matcher(named.group()).find()) {
        return named.group();
      }
    }
    return call;
  }
}
