package dev.losslessd.jobs;

import java.util.Arrays;
import java.util.Optional;

/**
 * Result of a work request, by the number of {@code enum ibv_wc_status} (rdma-core,
 * libibverbs/verbs.h; InfiniBand specification 10.10.3).
 */
enum CompletionStatus {
  LOC_LEN_ERR(
      1,
      "a buffer was too short for what came",
      "the two ends disagree on sizes: check that all ranks run one NCCL version"),
  LOC_QP_OP_ERR(
      2,
      "the NIC could not carry out the request on this queue pair",
      "update the NIC's firmware and driver to a pair that is released together"),
  LOC_EEC_OP_ERR(3, "an end-to-end context failed", "not used by RoCE: report it to the vendor"),
  LOC_PROT_ERR(
      4,
      "local memory is not registered for this NIC",
      "GPUDirect is the usual cause: check nvidia_peermem or dma-buf, and switch off PCIe ACS;"
          + " NCCL_NET_GDR_LEVEL=LOC proves it"),
  WR_FLUSH_ERR(
      5,
      "the queue pair had failed before; what waited was thrown away",
      "look at the first error of this queue pair"),
  MW_BIND_ERR(6, "a memory window could not be bound", "report it to the vendor of the NIC"),
  BAD_RESP_ERR(
      7, "the other end answered with an opcode that is not allowed", "compare both firmwares"),
  LOC_ACCESS_ERR(
      8,
      "local memory does not permit what the other end wrote",
      "check GPUDirect and relaxed ordering (NCCL_IB_PCI_RELAXED_ORDERING=0 as a test)"),
  REM_INV_REQ_ERR(
      9,
      "the other end refused the request as invalid",
      "check the peer: its buffers, MTU and NCCL version"),
  REM_ACCESS_ERR(
      10,
      "the other end's memory does not permit the access",
      "check GPUDirect at the peer: nvidia_peermem or dma-buf, ACS, IOMMU"),
  REM_OP_ERR(
      11,
      "the other end's NIC failed while it carried out the request",
      "look at the peer's own errors and its NIC"),
  RETRY_EXC_ERR(
      12,
      "transport retry counter exceeded: no acknowledgement came back in all retries",
      "the peer is dead, unreachable or its packets are lost: check its process, then route, GID,"
          + " VLAN and MTU, then drops and pauses of the ports between"),
  RNR_RETRY_EXC_ERR(
      13,
      "receiver-not-ready retries exceeded: the peer had no buffer posted",
      "the peer's process is stuck or dead: look at its log first"),
  LOC_RDD_VIOL_ERR(14, "a reliable datagram was violated", "not used by RoCE"),
  REM_INV_RD_REQ_ERR(15, "a reliable datagram request was invalid", "not used by RoCE"),
  REM_ABORT_ERR(16, "the other end aborted the operation", "look at the peer's own errors"),
  INV_EECN_ERR(17, "an end-to-end context number was invalid", "not used by RoCE"),
  INV_EEC_STATE_ERR(18, "an end-to-end context was in a wrong state", "not used by RoCE"),
  FATAL_ERR(
      19,
      "the NIC reported a fatal error",
      "look at dmesg of this host: the device may need a reset"),
  RESP_TIMEOUT_ERR(20, "a response came too late", "as for status 12"),
  GENERAL_ERR(21, "the NIC gave no closer reason", "look at dmesg and the vendor error");

  private final int number;
  private final String meaning;
  private final String advice;

  CompletionStatus(int number, String meaning, String advice) {
    this.number = number;
    this.meaning = meaning;
    this.advice = advice;
  }

  /** Empty for a number that verbs do not define. */
  static Optional<CompletionStatus> of(int number) {
    return Arrays.stream(values()).filter(one -> one.number == number).findFirst();
  }

  /** Number of the result for a syndrome of mlx5's error completions (providers/mlx5/cq.c). */
  static int ofSyndrome(int syndrome) {
    return switch (syndrome) {
      case 0x01 -> LOC_LEN_ERR.number;
      case 0x02 -> LOC_QP_OP_ERR.number;
      case 0x04 -> LOC_PROT_ERR.number;
      case 0x05 -> WR_FLUSH_ERR.number;
      case 0x06 -> MW_BIND_ERR.number;
      case 0x10 -> BAD_RESP_ERR.number;
      case 0x11 -> LOC_ACCESS_ERR.number;
      case 0x12 -> REM_INV_REQ_ERR.number;
      case 0x13 -> REM_ACCESS_ERR.number;
      case 0x14 -> REM_OP_ERR.number;
      case 0x15 -> RETRY_EXC_ERR.number;
      case 0x16 -> RNR_RETRY_EXC_ERR.number;
      case 0x22 -> REM_ABORT_ERR.number;
      default -> GENERAL_ERR.number;
    };
  }

  String meaning() {
    return meaning;
  }

  String advice() {
    return advice;
  }
}
