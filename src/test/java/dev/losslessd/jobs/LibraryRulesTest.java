package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.EnvCheck.Judged;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries beside NCCL and UCX, and what NCCL's GPU-initiated part takes. */
class LibraryRulesTest {
  private static JobHost host() {
    List<JobPort> ports = new ArrayList<>(Hosts.rails(3).ports());
    ports.set(1, ports.get(1).without("is DOWN"));
    return Hosts.host(ports);
  }

  /** Names and verdicts of findings. */
  private static List<String> findings(Map<String, String> environment, JobHost host) {
    return EnvCheck.of(environment, host).stream()
        .filter(one -> one.verdict() == Verdict.BROKEN)
        .map(one -> one.name() + ": " + one.message())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NCCL_GIN_IB_TC| 0| finding| not in class roce",
        "NCCL_GIN_IB_TC| 26| finding| the DSCP itself was given",
        "NCCL_GIN_IB_TC| 106| ok| class roce",
        "NCCL_GIN_IB_TC| -1| ok| of NCCL_IB_TC",
        "NCCL_IB_FIFO_TC| 0| unknown| control messages",
        "NCCL_GIN_TYPE| 3| ok| never what the device forces",
        "NCCL_GIN_TYPE| 2| ok| proxy",
        "NVSHMEM_IB_TRAFFIC_CLASS| 26| finding| the DSCP itself was given",
        "NVSHMEM_IB_TRAFFIC_CLASS| 0| finding| not in class roce",
        "NVSHMEM_IB_TRAFFIC_CLASS| 106| ok| class roce",
        "NVSHMEM_IB_GID_INDEX| 0| finding| RoCE v1",
        "NVSHMEM_IB_GID_INDEX| 3| ok| RoCE v2",
        "NVSHMEM_IB_GID_INDEX| -1| ok| chooses",
        "NVSHMEM_HCA_LIST| mlx5_7:1| finding| not on this host: mlx5_7:1",
        "NVSHMEM_HCA_LIST| mlx5_0:1,mlx5_2:1| ok| takes mlx5_0, mlx5_2",
        "NVSHMEM_HCA_LIST| mlx5_0:1| finding| leaves out mlx5_2",
        "NVSHMEM_HCA_LIST| mlx5_0:2,mlx5_2| finding| not on this host: mlx5_0:2",
        "NVSHMEM_HCA_LIST| ^mlx5_1| ok| takes mlx5_0",
        "NVSHMEM_HCA_LIST| ^mlx5_0| finding| mlx5_1: is DOWN",
        "NVSHMEM_HCA_PE_MAPPING| mlx5_0:1:2,mlx5_2:1:2| ok| takes mlx5_0",
        "NVSHMEM_HCA_PE_MAPPING| mlx5_0:1:2,mlx5_1:1:2| finding| is DOWN",
        "NVSHMEM_ENABLE_NIC_PE_MAPPING| 1| ok| by number",
        "NVSHMEM_IB_ADDR_FAMILY| AF_INET6| finding| no RoCE v2 GID of IPv6",
        "NVSHMEM_IB_ADDR_RANGE| 192.0.2.0/24| finding| no RoCE v2 GID in",
        "NVSHMEM_IB_ADDR_RANGE| ::/0| ok| any address",
        "NVSHMEM_IB_ROCE_VERSION_NUM| 1| finding| not RoCE v2",
        "NVSHMEM_IB_SL| 3| ok| VLAN tag only",
        "NVSHMEM_HCA_PREFIX| ibp| finding| leaves out mlx5_0",
        "NVSHMEM_REMOTE_TRANSPORT| none| finding| no traffic",
        "NVSHMEM_REMOTE_TRANSPORT| ibdevx| ok| DevX",
        "NVSHMEM_IB_ENABLE_IBGDA| 1| ok| never what the device forces",
        "HYBRID_EP_IB_TC| 0| finding| not in class roce",
        "MORI_RDMA_TC| 96| finding| not in class roce",
        "MORI_IO_TC_DISABLE| 1| finding| without a class",
        "MORI_IB_GID_INDEX| 1| finding| link-local",
        "MORI_RDMA_DEVICES| mlx5_0, mlx5_2| ok| takes mlx5_0",
        "MORI_RDMA_DEVICES| mlx5_0:1,mlx5_2:1| finding| not on this host: mlx5_0:1",
        "MORI_RDMA_DEVICES| ^mlx5_2| finding| mlx5_1: is DOWN",
        "ROCSHMEM_GDA_TRAFFIC_CLASS| 41| finding| not in class roce",
        "ROCSHMEM_HCA_LIST| ^mlx5_1| ok| takes mlx5_0",
        "ROCSHMEM_USE_IB_HCA| mlx5_0| ok| takes mlx5_0",
        "ROCSHMEM_USE_IB_HCA| mlx5_1| finding| is DOWN",
        "MC_IB_TC| -1| finding| not in class roce",
        "MC_GID_INDEX| 2| finding| RoCE v1",
        "MC_MS_FILTERS| mlx5_0| finding| leaves out mlx5_2",
        "MC_MS_FILTERS| ^mlx5_1| finding| not on this host: ^mlx5_1",
        "MOONCAKE_DEVICE| mlx5_1| finding| is DOWN",
        "MOONCAKE_PROTOCOL| tcp| finding| TCP is forced",
        "NVSHMEM_IBGDA_NIC_HANDLER| gpu| ok| chooses no device",
        "MC_FORCE_TCP| 1| finding| TCP is forced",
        "MSCCLPP_IB_GID_INDEX| 0| finding| RoCE v1",
        "FI_VERBS_GID_IDX| 5| finding| is empty",
        "FI_VERBS_DEVICE_NAME| mlx5| finding| is DOWN",
        "FI_VERBS_DEVICE_NAME| bnxt| finding| no device here",
        "NVSHMEM_IB_TC| 106| finding| does not read it",
        "NCCL_IB_TRAFFIC_CLASS| 106| finding| does not read it",
        "NCCL_IB_ROUTABLE_FLID_GID_INDEX| 1| ok| InfiniBand only",
        "NCCL_NET_FORCE_MERGE| mlx5_0,mlx5_1;mlx5_2| finding| is DOWN",
        "UCX_RC_MLX5_TRAFFIC_CLASS| 0| finding| not in class roce",
        "UCX_DC_SL| 3| ok| VLAN tag only",
        "UCX_IB_ROCE_LOCAL_SUBNET| y| unknown| own subnet",
        "UCX_IB_ROCE_REACHABILITY_MODE| far| finding| no mode",
        "UCX_IB_ROCE_SUBNETS| 192.0.2.0/24| finding| no RoCE v2 GID in",
      })
  void eachValueIsJudged(String name, String value, String verdict, String message) {
    Judged judged = EnvCheck.judged(name, value, host());

    assertThat(Check.word(judged.verdict())).isEqualTo(verdict);
    assertThat(judged.message()).contains(message);
    assertThat(EnvCheck.isOurs(name)).isTrue();
  }

  /** Each library's own default sends DSCP 0; the class of NCCL is that of GIN too. */
  @ParameterizedTest
  @CsvSource({
    "NVSHMEM_SYMMETRIC_SIZE, NVSHMEM_IB_TRAFFIC_CLASS",
    "MORI_SHMEM_HEAP_SIZE, MORI_RDMA_TC",
    "ROCSHMEM_HEAP_SIZE, ROCSHMEM_GDA_TRAFFIC_CLASS",
    "MC_GID_INDEX, MC_IB_TC",
    "NCCL_GIN_TYPE, NCCL_IB_TC",
    "NVSHMEM_IB_ENABLE_IBGDA, NVSHMEM_IB_TRAFFIC_CLASS",
    "HYBRID_EP_NIC_MAPPING, NCCL_IB_TC",
  })
  void aLibraryThatIsUsedNeedsItsClass(String used, String name) {
    JobHost host = Hosts.rails(2);

    assertThat(findings(Map.of(used, "3"), host))
        .singleElement()
        .asString()
        .startsWith(name + ": not set: ")
        .contains("DSCP 0");
    assertThat(findings(Map.of(used, "3", name, "106"), host)).isEmpty();
  }

  @Test
  void aLibraryWhoseQueuePairsAreAnothersNeedsNone() {
    JobHost host = Hosts.rails(2);

    assertThat(findings(Map.of("NVSHMEM_REMOTE_TRANSPORT", "libfabric"), host)).isEmpty();
    assertThat(findings(Map.of("MC_FORCE_TCP", "1"), host))
        .containsExactly("MC_FORCE_TCP: TCP is forced");
    assertThat(findings(Map.of("NCCL_NET", "Socket"), host)).hasSize(1);
    assertThat(findings(Map.of("MOONCAKE_MASTER", "192.0.2.1:50051"), host)).isEmpty();
    assertThat(findings(Map.of("MOONCAKE_PROTOCOL", "rdma"), host)).hasSize(1);
  }

  /** MSCCL++ takes slot 0 and sends DSCP 0, and only the first has a variable. */
  @Test
  void mscclppNeedsItsSlot() {
    JobHost host = Hosts.rails(2);

    assertThat(findings(Map.of("MSCCLPP_IBV_MODE", "host"), host))
        .singleElement()
        .asString()
        .startsWith("MSCCLPP_IB_GID_INDEX: not set: MSCCLPP takes slot 0");
    assertThat(findings(Map.of("MSCCLPP_IB_GID_INDEX", "3"), host)).isEmpty();
    assertThat(EnvCheck.judged("MSCCLPP_IB_GID_INDEX", "1", host).advice()).isEqualTo("set 3");
    assertThat(EnvCheck.judged("MORI_RDMA_DEVICES", "mlx5_0", host).advice())
        .contains("'mlx5_0,mlx5_1'");
    assertThat(EnvAdvice.of(host, EnvAdvice.Library.valueOf("MSCCLPP")).notes())
        .anyMatch(note -> note.contains("DSCP 0, and has no variable"));
  }

  /** UCX sends DSCP 26 by itself, which is right for that class alone. */
  @Test
  void theDefaultOfUcxIsJudgedByTheClass() {
    JobHost other =
        new JobHost(
            "gpu01",
            Hosts.rails(1).ports(),
            Optional.of(new JobClass("bulk", Priority.of(4), Dscp.of(40))),
            List.of());

    assertThat(findings(Map.of("UCX_TLS", "rc"), Hosts.rails(1))).isEmpty();
    assertThat(findings(Map.of("UCX_TLS", "rc"), other))
        .singleElement()
        .asString()
        .startsWith("UCX_IB_TRAFFIC_CLASS: not set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NCCL_VERSION", "NVSHMEM_HOME", "NVSHMEM_DIR", "NCCL_ROOT_DIR"})
  void anImageThatHasALibraryNeedsNoClass(String name) {
    assertThat(findings(Map.of(name, "2.30"), Hosts.rails(1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UCCL_IB_HCA",
        "UCCL_ROCE_GID_IDX",
        "BYTEPS_RDMA_DEVICES",
        "HCCL_RDMA_TC",
        "HCCL_RDMA_SL",
        "ACCL_USE_NICS",
        "IB_GID_INDEX",
        "GPUNET_TRAFFIC_CLASS",
        "DMLC_TOS",
        "PSM3_NIC",
        "SGLANG_DISAGGREGATION_IB_DEVICE",
        "MYLIB_NETDEVICES",
        "FOO_SOCKET_IFNAME",
        "VLLM_NIC_SELECTION_VARS",
      })
  void aChooserOfAnotherLibraryIsListedWithoutItsValue(String name) {
    List<Judged> judged = EnvCheck.of(Map.of(name, "hunter2"), host());

    assertThat(judged).singleElement().matches(one -> one.verdict() == Verdict.UNKNOWN);
    assertThat(judged.getFirst().message()).contains("by its name").contains("not judged");
    assertThat(judged.toString()).doesNotContain("hunter2");
  }

  @Test
  void variablesThatMakeEachOtherVoidAreFindings() {
    JobHost host = Hosts.rails(2);
    String mapping = "mlx5_0:1:1,mlx5_1:1:1";
    Map<String, String> marked = Map.of("NVSHMEM_IB_TRAFFIC_CLASS", "106");

    assertThat(findings(with(marked, "NVSHMEM_HCA_PE_MAPPING", mapping), host))
        .singleElement()
        .asString()
        .contains("NVSHMEM_ENABLE_NIC_PE_MAPPING is not 1");
    Map<String, String> mapped =
        with(with(marked, "NVSHMEM_HCA_PE_MAPPING", mapping), "NVSHMEM_ENABLE_NIC_PE_MAPPING", "1");
    assertThat(findings(mapped, host)).isEmpty();
    assertThat(findings(with(mapped, "NVSHMEM_HCA_LIST", "mlx5_0:1,mlx5_1:1"), host))
        .containsExactly("NVSHMEM_HCA_PE_MAPPING: ignored, as NVSHMEM_HCA_LIST is set");
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    Map<String, String> more = new HashMap<>(all);
    more.put(name, value);
    return more;
  }

  @ParameterizedTest
  @ValueSource(strings = {"MC_TOKEN", "FI_LOG_LEVEL", "GID", "USER_GID", "HCATOKEN", "GITLAB_SLUG"})
  void otherNamesAreNotLookedAt(String name) {
    assertThat(EnvCheck.isOurs(name)).isFalse();
  }
}
