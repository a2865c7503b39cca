package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.EnvCheck.Judged;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Right and wrong values, on a host of twelve ports of which mlx5_1 is down. */
class EnvCheckTest {
  private static JobHost host() {
    List<JobPort> ports = new ArrayList<>(Hosts.rails(12).ports());
    ports.set(1, ports.get(1).without("is DOWN"));
    return Hosts.host(ports).withNetdevs(List.of("lo", "eno1", "bond0"));
  }

  private static final String ALL_BUT_1 =
      "mlx5_0,mlx5_2,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_7,mlx5_8,mlx5_9,mlx5_10,mlx5_11";

  private static Judged judge(String name, String value) {
    return EnvCheck.judged(name, value.replace("ALL_BUT_1", ALL_BUT_1), host());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NCCL_IB_HCA| =ALL_BUT_1| ok| takes mlx5_0",
        "NCCL_IB_HCA| ^=mlx5_1| ok| takes",
        "NCCL_IB_HCA| =mlx5_0| finding| leaves out",
        "NCCL_IB_HCA| =ALL_BUT_1,mlx5_1| finding| mlx5_1: is DOWN",
        "NCCL_IB_HCA| mlx5_1| finding| also takes mlx5_10, mlx5_11",
        "NCCL_IB_HCA| mlx5| finding| mlx5_1: is DOWN",
        "NCCL_IB_HCA| =mlx5_77| finding| not on this host: mlx5_77",
        "NCCL_IB_HCA| =| finding| names no device",
        "NCCL_IB_TC| 106| ok| class roce",
        "NCCL_IB_TC| 104| ok| DSCP 26",
        "NCCL_IB_TC| 0x6a| ok| DSCP 26",
        "NCCL_IB_TC| 26| finding| the DSCP itself was given",
        "NCCL_IB_TC| 0| finding| not in class roce",
        "NCCL_IB_TC| -1| finding| DSCP 0",
        "NCCL_IB_TC| 107| finding| claims congestion",
        "NCCL_IB_TC| 256| finding| no number in 0..255",
        "NCCL_IB_TC| high| finding| no number",
        "NCCL_IB_GID_INDEX| 3| ok| RoCE v2",
        "NCCL_IB_GID_INDEX| -1| ok| chooses",
        "NCCL_IB_GID_INDEX| 2| finding| RoCE v1",
        "NCCL_IB_GID_INDEX| 1| finding| link-local",
        "NCCL_IB_GID_INDEX| 9| finding| is empty",
        "NCCL_IB_DISABLE| 0| ok| may be used",
        "NCCL_IB_DISABLE| 1| finding| TCP",
        "NCCL_NET| Socket| finding| TCP",
        "NCCL_NET| IB| ok| RoCE",
        "NCCL_NET| Spectrum| unknown| plug-in",
        "NCCL_IB_SL| 3| ok| VLAN",
        "NCCL_IB_ROCE_VERSION_NUM| 1| finding| no DSCP",
        "NCCL_IB_TIMEOUT| 22| ok| 4.096 us",
        "NCCL_IB_TIMEOUT| 0| finding| for ever",
        "NCCL_IB_TIMEOUT| 12| finding| short pause",
        "NCCL_IB_TIMEOUT| 31| finding| minutes",
        "NCCL_IB_RETRY_CNT| 7| ok| largest",
        "NCCL_IB_RETRY_CNT| 3| finding| fewer",
        "NCCL_IB_RETRY_CNT| 20| finding| three bits",
        "NCCL_IB_QPS_PER_CONNECTION| 4| ok| range",
        "NCCL_IB_QPS_PER_CONNECTION| 0| finding| outside",
        "NCCL_CROSS_NIC| 0| ok| rail",
        "NCCL_CROSS_NIC| 1| finding| spine",
        "NCCL_CROSS_NIC| 3| finding| none of 0, 1, 2",
        "NCCL_NET_GDR_LEVEL| PHB| ok| does not enable",
        "NCCL_NET_GDR_LEVEL| 5| finding| reads as SYS",
        "NCCL_NET_GDR_LEVEL| 1| finding| reads as PIX",
        "NCCL_NET_GDR_LEVEL| LOC| finding| off",
        "NCCL_NET_GDR_LEVEL| near| finding| ignores",
        "NCCL_NTHREADS| 256| ok| threads",
        "NCCL_NTHREADS| 4| finding| replaces",
        "NCCL_NTHREADS| 96| finding| not documented",
        "NCCL_PROTO| LL128| finding| corrupt",
        "NCCL_PROTO| Simple| finding| forced",
        "NCCL_PROTO| ^LL128| ok| left out",
        "NCCL_PROTO| fast| finding| none of",
        "NCCL_ALGO| Ring| finding| forced",
        "NCCL_ALGO| Star| finding| no algorithm",
        "NCCL_SOCKET_IFNAME| =eno1| ok| never the path of RDMA",
        "NCCL_SOCKET_IFNAME| en| ok| bootstrap",
        "NCCL_SOCKET_IFNAME| ^lo,docker0| ok| all but these",
        "NCCL_SOCKET_IFNAME| eth0| finding| no netdev",
        "NCCL_SOCKET_IFNAME| =bond0| ok| bootstrap",
        "NCCL_SOCKET_IFNAME| =bond| finding| no netdev",
        "NCCL_SOCKET_IFNAME| ^=eno1| ok| all but these",
        "NCCL_SOCKET_IFNAME| ^lo,eno1,bond0,ens1| finding| leaves no netdev",
        "NCCL_SOCKET_IFNAME| eth0, eno1| finding| blanks",
        "NCCL_IB_HCA| =mlx5_0, mlx5_2| finding| blanks",
        "NCCL_IB_HCA| =mlx5_0:2| finding| not on this host: mlx5_0:2",
        "NCCL_IB_HCA| =mlx5_0:1| finding| leaves out mlx5_2",
        "NCCL_IB_HCA| ^mlx5_1| finding| leaves out mlx5_10",
        "NCCL_IB_HCA| =mlx5_0/1| finding| not on this host",
        "NCCL_IB_HCA| =$HCAS| unknown| only the shell",
        "NCCL_IB_HCA| ''| ok| as if it were not set",
        "NCCL_IB_TC| 0152| ok| DSCP 26",
        "NCCL_IB_FIFO_TC| -1| ok| same class",
        "NCCL_IB_FIFO_TC| 106| ok| class roce",
        "NCCL_IB_FIFO_TC| 192| unknown| DSCP 48",
        "NCCL_IB_FIFO_TC| 300| finding| no number in 0..255",
        "NCCL_IB_ADDR_FAMILY| AF_INET| ok| IPv4",
        "NCCL_IB_ADDR_FAMILY| AF_INET6| finding| has no RoCE v2 GID of IPv6",
        "NCCL_IB_ADDR_FAMILY| inet| finding| ignores",
        "NCCL_IB_ADDR_RANGE| 198.51.100.0/24| ok| every usable port",
        "NCCL_IB_ADDR_RANGE| 192.0.2.0/24| finding| has no RoCE v2 GID in",
        "NCCL_IB_ADDR_RANGE| 198.51.100.0| finding| no range",
        "NCCL_IB_ADDR_RANGE| 198.51.100.0/33| finding| no range",
        "NCCL_SOCKET_FAMILY| AF_INET6| ok| IPv6",
        "NCCL_IB_PKEY| 0| ok| default",
        "NCCL_IB_PKEY| 1| finding| one partition",
        "NCCL_IB_MERGE_NICS| 0| ok| range",
        "NCCL_IB_SPLIT_DATA_ON_QPS| 2| finding| outside 0..1",
        "NCCL_IB_RETURN_ASYNC_EVENTS| 0| finding| hangs",
        "NCCL_DMABUF_ENABLE| 0| unknown| nvidia_peermem",
        "NCCL_PXN_DISABLE| 1| finding| takes the spine",
        "NCCL_P2P_DISABLE| 1| finding| NVLink",
        "NCCL_SHM_DISABLE| 0| ok| range",
        "NCCL_NET_PLUGIN| none| ok| own verbs",
        "NCCL_NET_PLUGIN| spcx| unknown| plug-in",
        "NCCL_DEBUG_SUBSYS| INIT,NET,ENV,GRAPH| ok| writes",
        "NCCL_DEBUG_SUBSYS| INIT,NETWORK| finding| knows no part 'NETWORK'",
        "NCCL_PROTO| ^LL128;allreduce:LL128| finding| corrupt",
        "NCCL_PROTO| allreduce:^LL| ok| left out",
        "NCCL_PROTO| allreduce:fast| finding| none of",
        "NCCL_ALGO| ring,collnetdirect;broadcast:ring| finding| forced",
        "NCCL_ALGO| allreduce:^tree| ok| left out",
        "UCX_NET_DEVICES| mlx5_0:1,mlx5_[2-11]:1| ok| takes mlx5_0",
        "UCX_NET_DEVICES| ^mlx5_1:1| ok| takes mlx5_0",
        "UCX_NET_DEVICES| mlx5_0:2| finding| not on this host",
        "UCX_TLS| ^rc| ok| not left out",
        "UCX_TLS| ^rc,ud,dc| finding| leaves RDMA out",
        "UCX_TLS| \\rc,self| ok| RDMA",
        "NCCL_COLLNET_ENABLE| 1| finding| SHARP",
        "SHARP_COLL_LOG_LEVEL| 3| finding| no effect on RoCE",
        "NCCL_IB_CUDA_SUPPORT| 1| finding| no effect",
        "NCCL_DEBUG| INFO| ok| writes",
        "NCCL_DEBUG| LOUD| finding| ignores",
        "UCX_NET_DEVICES| all| unknown| takes all devices, and",
        "UCX_NET_DEVICES| =mlx5_0:1| finding| is for NCCL alone",
        "UCX_NET_DEVICES| mlx5_0| finding| lacks its port",
        "UCX_NET_DEVICES| mlx5_1:1| finding| is DOWN",
        "UCX_NET_DEVICES| eno1| finding| left with TCP",
        "UCX_IB_TRAFFIC_CLASS| auto| ok| class roce",
        "UCX_IB_TRAFFIC_CLASS| 0| finding| not in class roce",
        "UCX_IB_GID_INDEX| auto| ok| chooses",
        "UCX_TLS| rc,cuda_copy| ok| RDMA",
        "UCX_TLS| tcp,sm| finding| left with TCP",
        "UCX_TLS| ^ib| finding| leaves RDMA out",
        "OMPI_MCA_pml| ucx| ok| UCX",
        "OMPI_MCA_pml| ob1| finding| does not use UCX",
        "OMPI_MCA_btl| openib,self| finding| openib is gone",
        "OMPI_MCA_btl| ^openib| ok| left out",
        "OMPI_MCA_btl_openib_gid_index| 3| finding| no effect",
        "NIXL_LOG_LEVEL| INFO| unknown| not judged",
      })
  void eachValueIsJudged(String name, String value, String verdict, String message) {
    Judged judged = judge(name, value);

    assertThat(Check.word(judged.verdict())).isEqualTo(verdict);
    assertThat(judged.message()).contains(message);
    assertThat(judged.advice().isEmpty()).isEqualTo(judged.verdict() != Verdict.BROKEN);
  }

  /** An interface that is up without a default route is no fault that this host can prove. */
  @Test
  void aNetdevThatMayBeThereIsUnknown() {
    JobHost host = Hosts.rails(2);

    assertThat(EnvCheck.judged("NCCL_SOCKET_IFNAME", "bond1", host).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(EnvCheck.judged("NCCL_SOCKET_IFNAME", "=ens1", host).verdict())
        .isEqualTo(Verdict.OK);
  }

  /** Two ports of one device are told apart. */
  @Test
  void portsOfOneDeviceAreTwo() {
    JobPort first = Hosts.port("mlx4_0", "leaf0", Verdict.OK, 3);
    JobPort second =
        new JobPort(
            PortId.parse("gpu01:net_second"),
            "mlx4_0",
            2,
            false,
            Verdict.OK,
            "leaf1",
            first.gids(),
            "is DOWN",
            "");
    JobHost host = Hosts.host(List.of(first, second));

    assertThat(EnvCheck.judged("NCCL_IB_HCA", "=mlx4_0:1", host).verdict()).isEqualTo(Verdict.OK);
    assertThat(EnvCheck.judged("NCCL_IB_HCA", "=mlx4_0", host).message())
        .isEqualTo("mlx4_0: is DOWN");
    assertThat(EnvCheck.judged("UCX_NET_DEVICES", "mlx4_0:2", host).message())
        .isEqualTo("mlx4_0: is DOWN");
  }

  @Test
  void whereNothingIsKnownNothingIsCalledOk() {
    for (String name :
        List.of("NCCL_IB_HCA", "NCCL_IB_TC", "NCCL_IB_GID_INDEX", "UCX_NET_DEVICES")) {
      assertThat(EnvCheck.judged(name, "4", JobHost.UNKNOWN).verdict())
          .as(name)
          .isEqualTo(Verdict.UNKNOWN);
    }
  }

  @Test
  void aJobWithoutAClassIsAFinding() {
    List<Judged> judged = EnvCheck.of(Map.of("NCCL_DEBUG", "INFO"), host());

    assertThat(judged)
        .extracting(Judged::name)
        .containsExactly("NCCL_DEBUG", "NCCL_IB_HCA", "NCCL_IB_TC");
    assertThat(judged.get(1).message()).isEqualTo("not set: NCCL also takes mlx5_1 (is DOWN)");
    assertThat(judged.getLast().verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(EnvCheck.of(Map.of("UCX_TLS", "rc"), host())).hasSize(1);
    assertThat(EnvCheck.of(Map.of("NCCL_NET", "Socket"), host())).hasSize(1);
  }

  /** NCCL and RCCL have an array of 32, and NCCL writes behind it (NVIDIA/nccl#2282). */
  @Test
  void morePortsThanNcclHasRoomForAreAFinding() {
    JobHost many = Hosts.rails(40);
    String advised = NcclEnv.hcas(many);

    assertThat(advised).contains("mlx5_31").doesNotContain("mlx5_32");
    assertThat(EnvCheck.judged("NCCL_IB_HCA", advised, many).verdict()).isEqualTo(Verdict.OK);
    assertThat(EnvCheck.judged("NCCL_IB_HCA", advised + ",mlx5_32", many).message())
        .contains("room for 32");
    assertThat(EnvCheck.judged("NCCL_IB_HCA", "mlx5", many).message()).contains("room for 32");
    assertThat(EnvCheck.of(Map.of("NCCL_IB_TC", "106"), many))
        .anyMatch(one -> one.name().equals("NCCL_IB_HCA") && one.message().contains("40 ports"));
    assertThat(EnvAdvice.of(many, EnvAdvice.Library.NCCL).notes())
        .anyMatch(note -> note.contains("40 ports are usable"));
  }

  /** A ring of three hosts without a switch: NCCL pairs ports by number. */
  @Test
  void portsThatReachDifferentHostsNeedTheirSubnet() {
    List<JobPort> ports = Hosts.rails(2).ports();
    JobHost ring = Hosts.host(List.of(wired(ports.get(0), "b"), wired(ports.get(1), "c")));
    JobHost pair = Hosts.host(List.of(wired(ports.get(0), "b"), wired(ports.get(1), "b")));
    Map<String, String> marked = Map.of("NCCL_IB_TC", "106");

    assertThat(EnvCheck.of(marked, ring))
        .extracting(Judged::name)
        .containsExactly("NCCL_IB_TC", "NCCL_IB_SUBNET_AWARE_ROUTING");
    assertThat(EnvCheck.of(marked, pair)).hasSize(1);
    assertThat(EnvAdvice.of(pair, EnvAdvice.Library.NCCL).lines())
        .anyMatch(line -> line.name().equals("NCCL_IB_SUBNET_AWARE_ROUTING"));
    assertThat(EnvCheck.judged("NCCL_IB_SUBNET_AWARE_ROUTING", "1", Hosts.rails(2)).verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void otherVariablesAreNeverShown() {
    Map<String, String> all =
        Map.of("AWS_SECRET_ACCESS_KEY", "x", "PATH", "/bin", "MY_NCCL_TOKEN", "y", "HOME", "/");

    assertThat(EnvCheck.of(all, host())).isEmpty();
    assertThat(EnvCheck.isOurs("NCCL_IB_HCA")).isTrue();
    assertThat(EnvCheck.isOurs("OMPI_MCA_plm_rsh_agent")).isFalse();
  }

  @Test
  void tcpIsRightWhereThereIsNoPort() {
    JobHost none = Hosts.host(List.of());

    assertThat(EnvCheck.judged("NCCL_IB_DISABLE", "1", none).verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void aSlotOfNoUsablePortIsNotKnownToBeRight() {
    assertThat(EnvCheck.judged("NCCL_IB_GID_INDEX", "3", Hosts.host(List.of())).verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  /** The port with a cable to another host. */
  private static JobPort wired(JobPort one, String peer) {
    return new JobPort(
        one.port(),
        one.hca(),
        one.hcaPort(),
        one.active(),
        one.contract(),
        one.leaf(),
        one.gids(),
        one.obstacle(),
        peer);
  }
}
