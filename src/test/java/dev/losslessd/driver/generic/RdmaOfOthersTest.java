package dev.losslessd.driver.generic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.CatalogueNames;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.OnFakeNic;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RDMA counters of drivers that have no folder here: they are known by the RDMA driver that makes
 * them, whatever driver has the netdev.
 */
class RdmaOfOthersTest extends OnFakeNic {
  private static final String MANA = "sys/class/infiniband/mana_0/";

  private final GenericDriver driver = new GenericDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    ethtool.driver = "mana";
    host.function(PCI, "mana", 0).netdev(NETDEV, PCI).rdma("mana_0", PCI, "Ethernet");
  }

  private HostTree counters(String folder, String... names) {
    for (String name : names) {
      tree.file(folder + "/hw_counters/" + name, String.valueOf(name.length()));
    }
    return tree;
  }

  private Sweep sweep(String port) {
    Nic found =
        new Discovery(access.files(), access.ethtool(), _ -> false)
            .find(HOST).stream()
                .filter(one -> one.port().name().equals(port))
                .findFirst()
                .orElseThrow();
    try (var opened = driver.open(found, access)) {
      return opened.sweeper(found.port()).sweep(0, 0);
    }
  }

  /** Meanings of the columns of RDMA by their raw names; each has the value that was given. */
  private static List<String> meanings(Sweep sweep, Function<Counter, Object> what) {
    return IntStream.range(0, sweep.schema().size())
        .filter(n -> sweep.schema().counters().get(n).origin().isRdma())
        .peek(n ->
            assertThat(sweep.value(n))
                .isEqualTo(sweep.schema().counters().get(n).rawName().length()))
        .mapToObj(n -> sweep.schema().counters().get(n))
        .map(one -> one.rawName() + " " + what.apply(one))
        .toList();
  }

  /** Counters of the function are at the port, those of the adapter at the device. */
  @Test
  void manaHasItsCnpsAtItsDeviceAndLossesAtItsPort() {
    counters(
        MANA + "ports/1",
        "received_cnps",
        "requester_timeout",
        "requester_oos_nak",
        "requester_rnr_nak",
        "requester_implicit_nak",
        "requester_retries_exceeded",
        "responder_oos",
        "responder_dup_request");
    counters(MANA, "sent_cnps", "received_ecns");

    assertThat(meanings(sweep(NETDEV), Counter::signal))
        .containsExactlyInAnyOrder(
            "received_cnps " + Signal.CNP_HANDLED,
            "requester_timeout " + Signal.ACK_TIMEOUTS,
            "requester_oos_nak " + Signal.PACKET_SEQUENCE_ERRORS,
            "requester_rnr_nak " + Signal.RNR_NAKS,
            "requester_implicit_nak " + Signal.IMPLIED_NAK_SEQUENCE_ERRORS,
            "requester_retries_exceeded " + Signal.RETRIES_EXCEEDED,
            "responder_oos " + Signal.OUT_OF_SEQUENCE,
            "responder_dup_request " + Signal.DUPLICATE_REQUESTS,
            "sent_cnps " + Signal.CNP_SENT,
            "received_ecns " + Signal.ECN_CE_PACKETS);
  }

  @Test
  void theCnpsOfTheFunctionAreCountedAndNotThoseOfTheAdapterBeside() {
    counters(MANA + "ports/1", "received_cnps", "rate_inc_events", "current_rate");
    counters(MANA, "received_cnp_count", "rate_inc_events");

    assertThat(meanings(sweep(NETDEV), one -> one.signal() + " " + one.origin()))
        .containsExactlyInAnyOrder(
            "received_cnps CNP_HANDLED " + Origin.HW_COUNTERS,
            "received_cnp_count OTHER " + Origin.DEVICE_HW_COUNTERS,
            "rate_inc_events OTHER " + Origin.HW_COUNTERS,
            "current_rate OTHER " + Origin.HW_COUNTERS);
  }

  @Test
  void anAdapterAloneHasItsCnpsCounted() {
    counters(MANA, "received_cnp_count");

    assertThat(meanings(sweep(NETDEV), Counter::signal))
        .containsExactly("received_cnp_count CNP_HANDLED");
  }

  /** ig3rdma_if.c binds to idpf's auxiliary device, i40iw_if.c to that of i40e. */
  @ParameterizedTest
  @ValueSource(strings = {"idpf", "i40e"})
  void irdmaIsKnownOverEveryNetdevDriver(String netdevDriver) {
    tree.function("0000:42:00.0", netdevDriver, 0).rdma("irdma0", "0000:42:00.0", "Ethernet");
    counters(
        "sys/class/infiniband/irdma0/ports/1",
        "cnpHandled",
        "cnpIgnored",
        "cnpSent",
        "RxECNMrkd",
        "RetransSegs",
        "Rcvd Out of order packets",
        "Nak Sequence Error");

    assertThat(meanings(sweep("irdma0/1"), Counter::signal))
        .containsExactlyInAnyOrder(
            "cnpHandled " + Signal.CNP_HANDLED,
            "cnpIgnored " + Signal.CNP_IGNORED,
            "cnpSent " + Signal.CNP_SENT,
            "RxECNMrkd " + Signal.ECN_CE_PACKETS,
            "RetransSegs " + Signal.RETRANSMITS,
            "Rcvd Out of order packets " + Signal.OUT_OF_SEQUENCE,
            "Nak Sequence Error " + Signal.PACKET_SEQUENCE_ERRORS);
  }

  /** Names of Linux 7.2, each with a meaning or a reason. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // mana/counters.c
        "requester_timeout requester_oos_nak requester_rnr_nak responder_rnr_nak responder_oos"
            + " responder_dup_request requester_implicit_nak requester_readresp_psn_mismatch"
            + " nak_inv_req nak_access_error nak_opp_error nak_inv_read responder_local_len_error"
            + " requestor_local_prot_error responder_rem_access_error responder_local_qp_error"
            + " responder_malformed_wqe general_hw_error requester_rnr_nak_retries_exceeded"
            + " requester_retries_exceeded total_fatal_error received_cnps num_qps_congested"
            + " rate_inc_events num_qps_recovered current_rate dup_rx_requests tx_bytes rx_bytes"
            + " rx_send_requests rx_write_requests rx_read_requests tx_packets rx_packets sent_cnps"
            + " received_ecns received_cnp_count qp_congested_events qp_recovered_events",
        // erdma/erdma_verbs.c
        "tx_reqs_cnt tx_packets_cnt tx_bytes_cnt tx_disable_drop_cnt tx_bps_limit_drop_cnt"
            + " tx_pps_limit_drop_cnt rx_packets_cnt rx_bytes_cnt rx_disable_drop_cnt"
            + " rx_bps_limit_drop_cnt rx_pps_limit_drop_cnt",
        // efa/efa_verbs.c
        "submitted_cmds completed_cmds cmds_err no_completion_cmds keep_alive_rcvd alloc_pd_err"
            + " create_qp_err create_cq_err reg_mr_err alloc_ucontext_err create_ah_err mmap_err"
            + " tx_bytes tx_pkts rx_bytes rx_pkts rx_drops send_bytes send_wrs recv_bytes recv_wrs"
            + " rdma_read_wrs rdma_read_bytes rdma_read_wr_err rdma_read_resp_bytes rdma_write_wrs"
            + " rdma_write_bytes rdma_write_wr_err rdma_write_recv_bytes retrans_bytes retrans_pkts"
            + " retrans_timeout_events unresponsive_remote_events impaired_remote_conn_events",
        // cxgb4/provider.c
        "ip4InSegs ip4OutSegs ip4RetransSegs ip4OutRsts ip6InSegs ip6OutSegs ip6RetransSegs"
            + " ip6OutRsts"
      })
  void everyNameOfTheKernelIsTakenOrPassedOver(String names) {
    assertThat(
            Arrays.stream(names.split(" "))
                .filter(name ->
                    !new CatalogueNames(GenericCounters.ALL).knows(Origin.HW_COUNTERS, name))
                .collect(Collectors.toSet()))
        .isEmpty();
  }
}
