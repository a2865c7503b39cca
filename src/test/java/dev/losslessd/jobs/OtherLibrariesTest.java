package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of UCX, NVSHMEM and libibverbs, in lines that have no head of NCCL. */
class OtherLibrariesTest {
  private static final String UCX = "[1930000000.123456] [gpu01:100:0]    ib_x.c:179  UCX  ERROR ";
  private static final String FATAL = "[gpu01:100:0:105] ib_mlx5_log.c:139  ";
  private static final String W = "gpu01:100:101 [0] transport/net_ib.cc:148 NCCL WARN ";
  private static final String SHMEM = "/opt/nvshmem_src/src/modules/transport/";

  private static NcclReport report(String log) {
    return NcclLogTest.report(log, LogContext.NONE);
  }

  private static Check check(String log, String name) {
    return NcclLogTest.check(report(log), name);
  }

  private static Fault fault(String log) {
    return report(log).errors().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0); 12",
        "Receive-no-ready retry count exceeded on mlx5_0:1/RoCE (synd 0x16 vend 0x82 hw_synd 0/0)"
            + "; 13",
        "Local protection error on mlx5_0:1/RoCE (synd 0x4 vend 0x51 hw_synd 0/0); 4",
        "Local QP operation error on mlx5_0:1/RoCE (synd 0x2 vend 0x68 hw_synd 0/0); 2",
        "Remote access error on mlx5_0:1/RoCE (synd 0x13 vend 0x88 hw_synd 0/0); 10",
        "Remote operation error on mlx5_0:1/RoCE (synd 0x14 vend 0x89 hw_synd 0/0); 11",
        "Invalid request on mlx5_0:1/RoCE (synd 0x12 vend 0x8a hw_synd 0/0); 9",
        "Remote side aborted on mlx5_0:1/RoCE (synd 0x22 vend 0x0 hw_synd 0/0); 16",
        "Generic on mlx5_0:1/RoCE (synd 0x77 vend 0xf5 hw_synd 0/0); 21",
        "Error on mlx5_0:1 QP 0xe6 wqe[7]: Transport retry count exceeded (synd 0x15 vend 0x81)"
            + " opcode SEND; 12",
      })
  void resultsOfUcxHaveTheStatusOfVerbs(String message, int status) {
    for (String head : List.of(UCX, FATAL, "3: " + UCX, "[1,3]<stderr>:" + FATAL)) {
      Fault fault = fault(head + message + "\n");

      assertThat(fault.status()).as(head).isEqualTo(status);
      assertThat(fault.hca()).isEqualTo("mlx5_0");
      assertThat(fault.host()).isEqualTo("gpu01");
    }
  }

  @Test
  void theSecondLineOfUcxNamesThePeer() {
    LogContext ports =
        new LogContext(
            Map.of(),
            Map.of("0000:0000:0000:0000:0000:ffff:c633:6402", "gpu02:ens1f0np0"),
            Map.of("gpu02:ens1f0np0", List.of("link is down")));
    String log =
        UCX
            + "Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)\n"
            + "step 17\n"
            + UCX
            + "RC QP 0x13e wqe[2]: SEND --- [inl len 26] [rqpn 0x14 dlid=0 sl=0 port=1"
            + " src_path_bits=0 dgid=::ffff:198.51.100.2 flow_label=0xffffffff sgid_index=3"
            + " traffic_class=106]\n";

    NcclReport report = NcclLogTest.report(log, ports);

    assertThat(report.errors()).hasSize(1);
    assertThat(report.errors().getFirst().vendorError()).isEqualTo(129);
    assertThat(report.errors().getFirst().request()).isEqualTo("SEND");
    assertThat(report.errors().getFirst().remotePort()).isEqualTo("gpu02:ens1f0np0");
    assertThat(report.errors().getFirst().findings()).containsExactly("link is down");
  }

  @Test
  void anOlderUcxNamesThePeerOtherwise() {
    String log =
        FATAL
            + "Transport retry count exceeded on mlx5_0:1/RoCE (synd 0x15 vend 0x81 hw_synd 0/0)\n"
            + FATAL
            + "DCI QP 0xd16 wqe[68]: SEND s-e [rqpn 0x17 rgid ::ffff:198.51.100.2] [inl len 18]\n";

    assertThat(fault(log).remoteGid()).endsWith("ffff:c633:6402");
    assertThat(report(log).errors()).hasSize(1);
  }

  @Test
  void resultsOfRcVerbsAreReadByTheirWords() {
    Fault fault =
        fault(
            UCX
                + "send completion with error: transport retry counter exceeded [qpn 0x12 wrid 0x3"
                + " vendor_err 0x81]\n");

    assertThat(fault.status()).isEqualTo(12);
    assertThat(fault.vendorError()).isEqualTo(129);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ibv_reg_mr(address=0x7f724f, length=4096, access=0xf) failed: Bad address"
            + "| warnings| ibv_reg_mr EFAULT| nvidia_peermem",
        "mlx5_0: ibv_create_cq() failed: Cannot allocate memory. Please set max locked memory"
            + " (ulimit -l) to 'unlimited' (current: 64 kbytes)| warnings| ENOMEM| locked memory",
        "ibv_create_ah(dlid=0 sl=0 port=1 src_path_bits=0 dgid=::ffff:198.51.100.2 sgid_index=3"
            + " traffic_class=106) for RC DEVX QP connect on mlx5_0 failed: Connection timed out"
            + "| connect| ibv_create_ah ETIMEDOUT| did not resolve",
        "error modifying QP to RTR: No such device| connect| ibv_modify_qp ENODEV| namespace",
        "ibv_query_gid(dev=mlx5_0 port=1 index=7) failed: No data available"
            + "| warnings| ibv_query_gid ENODATA| GID slot",
        "mlx5dv_devx_obj_modify(2RTR_QP) failed, syndrome 0x29e0df: Remote I/O error"
            + "| connect| EREMOTEIO| GID slot",
      })
  void callsOfUcxHaveTheCausesOfTheirErrno(String text, String name, String title, String cause) {
    Check check = check(UCX + text + "\n", name);

    assertThat(check.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check.advice()).contains(title, cause);
  }

  @Test
  void linesInTheJsonOfACollectorAreUnwrapped() {
    String line = UCX + "ibv_reg_mr(address=0x7f, length=4096, access=0xf) failed: Bad address";

    assertThat(check("{\"log\":\"" + line + "\\n\",\"stream\":\"stderr\"}\n", "warnings").message())
        .endsWith("failed: Bad address");
  }

  @Test
  void anEventOfUcxIsOneOfTheNic() {
    String line = UCX.replace("ERROR", "WARN") + "IB Async event on mlx5_1: ";

    assertThat(check(line + "GID table change on port 1\n", "events").message())
        .endsWith("mlx5_1:1 GID table change");
  }

  @Test
  void aLogOfUcxAloneIsNotJudgedByWhatNcclWouldPrint() {
    NcclReport report = report(UCX + "error modifying QP to RTR: Invalid argument\n");

    assertThat(report.messages()).isEqualTo(1);
    assertThat(report.hosts()).containsExactly("gpu01");
    assertThat(report.checks()).extracting(Check::name).containsExactly("errors", "connect");
    assertThat(report(UCX.replace("ERROR", "DEBUG") + "ibv_x() failed: Bad address\n").messages())
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ibrc/ibrc.cpp:418: non-zero status: 110 ibv_modify_qp failed\n\n",
        "ibrc/ibrc.cpp:418: non-zero status: 110 " // two processes at once
            + SHMEM
            + "ibrc/ibrc.cpp:418: non-zero status: 110 ibv_modify_qp failed ibv_modify_qp failed\n",
        "ibrc/ibrc.cpp:418: non-zero status: 110 "
            + SHMEM
            + "ibrc/ibrc.cpp:418: non-zero status: 110\nibv_modify_qp failed\n",
      })
  void aNumberOfNvshmemsVerbsIsAnErrno(String log) {
    Check connect =
        check(
            SHMEM + log + SHMEM + "ibrc/ibrc.cpp:1433: non-zero status: 7 ep_connect failed\n",
            "connect");

    assertThat(connect.message())
        .isEqualTo("1 queue pairs not connected: ibv_modify_qp ETIMEDOUT (Connection timed out)");
    assertThat(connect.advice()).contains("did not resolve");
  }

  @Test
  void textsOfSeveralProcessesGoToTheirHeads() {
    String connect = SHMEM + "ibrc/ibrc.cpp:418: non-zero status: 110 ";
    String own = SHMEM + "ibrc/ibrc.cpp:1433: non-zero status: 7 ";
    NcclReport report = report(connect + own + "ibv_modify_qp failed\nep_connect failed\n");

    assertThat(NcclLogTest.check(report, "connect").message()).contains("ETIMEDOUT");
    assertThat(report.warnings())
        .extracting(NcclReport.Warning::message)
        .anyMatch(one -> one.contains("NVSHMEMX_ERROR_INTERNAL"));
    assertThat(report(connect + own + "\nibv_modify_qp failed\n").hasFinding()).isFalse();
    assertThat(check(connect + own + "\n", "errors").advice())
        .isEqualTo("first: line 1: ibrc.cpp:418: non-zero status: 110 (ETIMEDOUT)");
  }

  @Test
  void aNumberOfNvshmemsOwnIsNoStatusOfVerbs() {
    Check errors =
        check(SHMEM + "ibrc/ibrc.cpp:1433: non-zero status: 7 ep_connect failed\n", "errors");

    assertThat(errors.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(errors.advice())
        .isEqualTo(
            "first: line 1: ibrc.cpp:1433: non-zero status: 7 (NVSHMEMX_ERROR_INTERNAL)"
                + " ep_connect failed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ibgda/ibgda.cpp:1345: non-zero status: 121 Error in mlx5dv_devx_obj_modify for"
            + " INIT2RTR_QP with syndrome 29e0df| connect| EREMOTEIO| NVSHMEM_IB_GID_INDEX",
        "common/transport_ib_common.cpp:88: NULL value mem registration failed. Reason: Bad address"
            + "| warnings| ibv_reg_mr EFAULT| nvidia_peermem",
        "ibrc/ibrc.cpp:318: NULL value qp creation failed| warnings| ibv_create_qp| locked memory",
        "ibgda/ibgda.cpp:1889: NULL value cannot allocate mlx5dv_devx_uar| warnings|"
            + " mlx5dv_devx_uar| privileged",
        "ibgda/ibgda.cpp:2234: NULL value Unable to create ah.| connect| ibv_create_ah| GID",
        "ibdevx/ibdevx.cpp:77: non-zero status: 22 Unable to set qp to state R2R with errno 22."
            + "| connect| ibv_modify_qp EINVAL| GID slot",
      })
  void callsOfNvshmemHaveTheirCauses(String text, String name, String title, String cause) {
    assertThat(check(SHMEM + text + "\n", name).advice()).contains(title, cause);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ibrc.cpp:1072: non-zero status: 12 ibv_poll_cq failed, status: 12; 12; -1",
        "   syndrome=0x15, vendor_err_synd=0x81, hw_err_synd=0, hw_synd_type=0,; 12; 129",
        "ibdevx.cpp:968: non-zero status: 7 Got ibdevx completion with error. hws: 0 ves: 51,"
            + " syn: 4; 4; 81",
      })
  void completionsOfNvshmemHaveTheStatusOfVerbs(String line, int status, long vendor) {
    assertThat(fault(line + "\n").status()).isEqualTo(status);
    assertThat(fault(line + "\n").vendorError()).isEqualTo(vendor);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WARN: cound not find user specified HCA name: mlx5_7 port: 1, skipping| mlx5_7"
            + "| NVSHMEM_HCA_LIST",
        "WARN: device bnxt_re0 is not enumerated as an mlx5 device. Skipping...| bnxt_re0| mlx5",
        "WARN: init failed for remote transport: ibrc| transport: ibrc| error before it",
        "/opt/nvshmem_src/src/host/transport/transport.cpp:nvshmemi_transport_init:275: init failed"
            + " for transport: IBGDA| transport: IBGDA| PeerMappingOverride",
        "WARN: neither nv_peer_mem, or nvidia_peermem detected. Skipping transport.| nv_peer_mem"
            + "| nvidia_peermem or dma-buf",
      })
  void whatNvshmemLeavesOutIsNamed(String line, String text, String advice) {
    Check warnings = check(line + "\n", "warnings");

    assertThat(warnings.message()).contains(text);
    assertThat(warnings.advice()).contains(advice);
  }

  @Test
  void aDeviceThatCannotBeOpenedIsTheReasonOfTcp() {
    String log = W + "NET/IB : Unable to open device mlx5_bond_0\n" + SOCKET;

    assertThat(check(log, "network").message()).contains("could not open mlx5_bond_0");
    assertThat(check(log, "network").advice()).contains("/dev/infiniband/uverbs");
  }

  private static final String ABI =
      "libibverbs: Warning: Driver bnxt_re does not support the kernel ABI of 7 (supports 1 to 6)"
          + " for device /sys/class/infiniband/bnxt_re4\n";

  private static final String SOCKET =
      NcclLogTest.INFO
          + "NET/IB : No device found.\n"
          + NcclLogTest.INFO
          + "NET/Socket : Using [0]eth0:192.0.2.9<0>\n"
          + NcclLogTest.INFO
          + "Using network Socket\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Warning: Driver bnxt_re does not support the kernel ABI of 7 (supports 1 to 6) for device"
            + " /sys/class/infiniband/bnxt_re4; kernel ABI of 7; rdma-core is older",
        "Warning: Driver irdma does not support the kernel ABI of 4 (supports 5 to 5) for device"
            + " /sys/class/infiniband/irdma0; kernel ABI of 4; driver is older",
        "Warning: couldn't load driver 'libmlx5-rdmav34.so': libmlx5-rdmav34.so: cannot open shared"
            + " object file; couldn't load driver; ibverbs-providers",
        "Warning: no userspace device-specific driver found for uverbs3; uverbs3; ibv_devinfo",
        "Warning: couldn't open config directory '/etc/libibverbs.d'.; config directory; providers",
        "Fatal: kernel ABI version 5 doesn't match library version 6.; ABI version 5; do not fit",
      })
  void libibverbsIsTheReasonOfTcp(String warning, String text, String advice) {
    for (String prefix : List.of("", "0: ")) {
      Check network = check(prefix + "libibverbs: " + warning + "\n" + SOCKET, "network");

      assertThat(network.verdict()).isEqualTo(Verdict.BROKEN);
      assertThat(network.message()).contains("TCP: libibverbs found no usable device", text);
      assertThat(network.advice()).contains(advice);
    }
  }

  @Test
  void aProviderThatTheJobDoesNotNeedIsNoFinding() {
    String rdma =
        ABI
            + NcclLogTest.INFO
            + "NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:192.0.2.9<0>\n"
            + NcclLogTest.INFO
            + "Using network IB\n";

    assertThat(check(rdma, "libibverbs").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check(rdma, "libibverbs").advice()).startsWith("it matters only where a NIC");
    NcclReport missing =
        NcclLogTest.report(
            rdma, new LogContext(Map.of("", List.of("mlx5_0", "bnxt_re4")), Map.of(), Map.of()));
    assertThat(NcclLogTest.check(missing, "hcas").advice()).contains("rdma-core is older");
  }

  @Test
  void aSmallLimitOfLockedMemoryIsAFinding() {
    String log = "libibverbs: Warning: RLIMIT_MEMLOCK is 16384 bytes.\n" + SOCKET;

    assertThat(check(log, "libibverbs").advice()).contains("ulimit -l");
    assertThat(check(log, "network").message()).contains("no RDMA port");
  }
}
