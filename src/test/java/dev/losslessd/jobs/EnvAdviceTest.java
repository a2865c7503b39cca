package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The environment that a job is told, by what a host has. */
class EnvAdviceTest {
  private static Map<String, String> lines(JobHost host, Library library) {
    return EnvAdvice.of(host, library).lines().stream()
        .collect(Collectors.toMap(EnvLine::name, EnvLine::value));
  }

  private static List<String> notes(JobHost host) {
    return EnvAdvice.of(host, Library.NCCL).notes();
  }

  @Test
  void eightRailsAreNamedExactlyAndStayOnTheirRail() {
    assertThat(lines(Hosts.rails(8), Library.NCCL))
        .isEqualTo(
            Map.of(
                "NCCL_IB_HCA",
                "=mlx5_0,mlx5_1,mlx5_2,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_7",
                "NCCL_IB_TC",
                "106",
                "NCCL_SOCKET_IFNAME",
                "=eno1",
                "NCCL_CROSS_NIC",
                "0"));
    assertThat(EnvAdvice.of(Hosts.rails(8), Library.NCCL).lines())
        .allMatch(line -> !line.reason().isEmpty());
  }

  @Test
  void twoPortsOnOneLeafLeaveTheChoiceToNccl() {
    JobHost two =
        Hosts.host(
            List.of(
                Hosts.port("mlx5_0", "leaf1", Verdict.OK, 3),
                Hosts.port("mlx5_1", "leaf1", Verdict.OK, 3)));

    assertThat(lines(two, Library.NCCL)).doesNotContainKey("NCCL_CROSS_NIC");
    assertThat(notes(two)).anyMatch(note -> note.contains("all ports are on one leaf"));
  }

  @Test
  void portsThatShareLeavesTakeMoreQueuePairs() {
    JobHost mixed =
        Hosts.host(
            List.of(
                Hosts.port("mlx5_0", "leaf1", Verdict.OK, 3),
                Hosts.port("mlx5_1", "leaf1", Verdict.OK, 3),
                Hosts.port("mlx5_2", "leaf2", Verdict.OK, 3)));

    assertThat(lines(mixed, Library.NCCL)).containsEntry("NCCL_IB_QPS_PER_CONNECTION", "4");
  }

  @Test
  void aPortThatIsDownIsLeftOutWithTheReason() {
    List<JobPort> ports = new ArrayList<>(Hosts.rails(2).ports());
    ports.set(1, ports.get(1).without("is DOWN"));

    assertThat(lines(Hosts.host(ports), Library.NCCL)).containsEntry("NCCL_IB_HCA", "=mlx5_0");
    assertThat(notes(Hosts.host(ports))).contains("net_mlx5_1 (mlx5_1:1) is not used: is DOWN");
  }

  @Test
  void aPortOfUnknownContractIsUsedOnlyWhereNoneIsProven() {
    JobPort proven = Hosts.port("mlx5_0", "leaf0", Verdict.OK, 3);
    JobPort unknown = Hosts.port("mlx5_1", "", Verdict.UNKNOWN, 3);

    assertThat(lines(Hosts.host(List.of(proven, unknown)), Library.NCCL))
        .containsEntry("NCCL_IB_HCA", "=mlx5_0");
    assertThat(lines(Hosts.host(List.of(unknown)), Library.NCCL))
        .containsEntry("NCCL_IB_HCA", "=mlx5_1");
    assertThat(notes(Hosts.host(List.of(unknown))))
        .anyMatch(note -> note.contains("although its contract is not known"));
  }

  /** A port that is only not set yet would carry the job: TCP is a choice, and no fall-back. */
  @Test
  void noUsablePortMeansNothingAndSaysWhatTheLibraryDoes() {
    JobHost broken =
        Hosts.host(List.of(Hosts.rails(1).ports().getFirst().without("has a broken contract")));

    for (Library library : Library.values()) {
      EnvAdvice advice = EnvAdvice.of(broken, library);
      assertThat(advice.rdma()).isFalse();
      assertThat(advice.lines()).as(library.toString()).isEmpty();
    }
    assertThat(EnvAdvice.byItself(broken, Library.NCCL))
        .contains("net_mlx5_0 has a broken contract")
        .contains("takes what is ACTIVE, mlx5_0");
    assertThat(EnvAdvice.byItself(JobHost.UNKNOWN, Library.NCCL))
        .isEqualTo(
            "the ports of this host are not known. Nothing is set, so that NCCL by itself takes"
                + " what it finds");
    assertThat(EnvAdvice.byItself(Hosts.host(List.of()), Library.NCCL))
        .contains("no RDMA port")
        .contains("takes TCP or fails");
  }

  @Test
  void tcpIsPrintedOnPurpose() {
    assertThat(tcp(Library.NCCL))
        .isEqualTo(Map.of("NCCL_IB_DISABLE", "1", "NCCL_SOCKET_IFNAME", "=eno1"));
    assertThat(tcp(Library.UCX))
        .isEqualTo(Map.of("UCX_TLS", "tcp,cuda,sm,self", "UCX_NET_DEVICES", "eno1"));
    assertThat(tcp(Library.MPI)).containsEntry("OMPI_MCA_pml", "ucx").containsKey("UCX_TLS");
    assertThat(tcp(Library.MOONCAKE)).isEqualTo(Map.of("MC_FORCE_TCP", "1"));
    assertThat(EnvAdvice.tcp(Hosts.rails(1), Library.NVSHMEM).notes())
        .containsExactly("NVSHMEM has no TCP for its data");
  }

  private static Map<String, String> tcp(Library library) {
    return EnvAdvice.tcp(Hosts.rails(1), library).lines().stream()
        .collect(Collectors.toMap(EnvLine::name, EnvLine::value));
  }

  @Test
  void nvshmemAndOthersHaveTheirOwnNames() {
    JobHost host = Hosts.rails(2);

    assertThat(lines(host, Library.NVSHMEM))
        .isEqualTo(
            Map.of(
                "NVSHMEM_HCA_LIST",
                "mlx5_0:1,mlx5_1:1",
                "NVSHMEM_IB_TRAFFIC_CLASS",
                "106",
                "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME",
                "eno1"));
    assertThat(lines(host, Library.MORI))
        .containsEntry("MORI_RDMA_DEVICES", "mlx5_0,mlx5_1")
        .containsEntry("MORI_RDMA_TC", "106");
    assertThat(lines(host, Library.ROCSHMEM)).containsEntry("ROCSHMEM_GDA_TRAFFIC_CLASS", "106");
    assertThat(lines(host, Library.MOONCAKE)).containsEntry("MC_IB_TC", "106");
  }

  /** rdma-core renames devices, and NVSHMEM looks for mlx5 in their names. */
  @Test
  void devicesOfOtherNamesNeedTheirPrefix() {
    JobHost host =
        Hosts.host(
            List.of(
                Hosts.port("rocep24s0", "leaf0", Verdict.OK, 3),
                Hosts.port("rocep41s0", "leaf1", Verdict.OK, 3)));

    assertThat(lines(host, Library.NVSHMEM)).containsEntry("NVSHMEM_HCA_PREFIX", "rocep");
  }

  /** A bare name takes every port of the device, the bad ones too. */
  @Test
  void aPortOfADeviceWithOthersIsNamedByItsNumber() {
    JobPort first = Hosts.port("mlx4_0", "leaf0", Verdict.OK, 3);
    JobPort second =
        new JobPort(
            PortId.parse("gpu01:net_second"),
            "mlx4_0",
            2,
            true,
            Verdict.OK,
            "leaf1",
            first.gids(),
            "has a broken contract",
            "");
    JobHost host = Hosts.host(List.of(first, second));

    assertThat(lines(host, Library.NCCL)).containsEntry("NCCL_IB_HCA", "=mlx4_0:1");
  }

  @Test
  void hostsOnACableOfTheirOwnHaveLinkLocalAddresses() {
    List<Gid> gids =
        List.of(
            new Gid(0, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "IB/RoCE v1", "enp1s0f0np0"),
            new Gid(1, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "RoCE v2", "enp1s0f0np0"),
            new Gid(3, "0000:0000:0000:0000:0000:ffff:a9fe:0a01", "RoCE v2", "enp1s0f0np0"));
    JobHost spark =
        Hosts.host(
            List.of(
                Hosts.port("rocep1s0f0", "", Verdict.UNKNOWN, gids),
                Hosts.port("roceP2p1s0f0", "", Verdict.UNKNOWN, gids)));

    assertThat(lines(spark, Library.NCCL)).containsEntry("NCCL_IB_HCA", "=rocep1s0f0,roceP2p1s0f0");
    assertThat(notes(spark))
        .anyMatch(note -> note.contains("169.254"))
        .anyMatch(note -> note.contains("older ones need 3"));
  }

  @Test
  void aBondIsOneDevice() {
    JobHost bond = Hosts.host(List.of(Hosts.port("mlx5_bond_0", "leaf1", Verdict.OK, 3)));

    assertThat(lines(bond, Library.NCCL)).containsEntry("NCCL_IB_HCA", "=mlx5_bond_0");
    assertThat(lines(bond, Library.UCX)).containsEntry("UCX_NET_DEVICES", "mlx5_bond_0:1");
  }

  @Test
  void addressesOfIpv6AloneAreTold() {
    List<Gid> gids =
        List.of(new Gid(3, "2001:0db8:0000:0000:0000:0000:0000:0001", "RoCE v2", "ens1"));
    JobHost host = Hosts.host(List.of(Hosts.port("mlx5_0", "leaf1", Verdict.OK, gids)));

    assertThat(lines(host, Library.NCCL)).containsEntry("NCCL_IB_ADDR_FAMILY", "AF_INET6");
    assertThat(lines(Hosts.rails(1), Library.NCCL)).doesNotContainKey("NCCL_IB_ADDR_FAMILY");
  }

  /** A job has one family of addresses: AF_INET6 would take the ports of IPv4 away. */
  @Test
  void aPortOfIpv6AloneIsLeftOutBesideThoseOfIpv4() {
    List<Gid> gids =
        List.of(new Gid(3, "2001:0db8:0000:0000:0000:0000:0000:0001", "RoCE v2", "ens9"));
    List<JobPort> ports = new ArrayList<>(Hosts.rails(2).ports());
    ports.add(Hosts.port("mlx5_9", "leaf9", Verdict.OK, gids));
    JobHost host = Hosts.host(ports);

    assertThat(lines(host, Library.NCCL))
        .containsEntry("NCCL_IB_HCA", "=mlx5_0,mlx5_1")
        .doesNotContainKey("NCCL_IB_ADDR_FAMILY");
    assertThat(notes(host))
        .anyMatch(note -> note.contains("mlx5_9:1) is not used: its addresses are of IPv6 alone"));
  }

  /**
   * A VLAN's GIDs stand behind those of the port: the slot of an address is taken, not a fixed 3.
   */
  @Test
  void theSlotOfAVlanIsTakenWhereThePortHasNoAddress() {
    List<Gid> gids =
        List.of(
            new Gid(0, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "IB/RoCE v1", "ens1"),
            new Gid(1, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "RoCE v2", "ens1"),
            new Gid(4, "0000:0000:0000:0000:0000:ffff:c633:6401", "IB/RoCE v1", "ens1.100"),
            new Gid(5, "0000:0000:0000:0000:0000:ffff:c633:6401", "RoCE v2", "ens1.100"));
    JobHost host = Hosts.host(List.of(Hosts.port("mlx5_0", "leaf1", Verdict.OK, gids)));

    assertThat(notes(host)).anyMatch(note -> note.contains("older ones need 5"));
  }

  @Test
  void aPortWithRoceV1AloneHasNoGidForAJob() {
    List<Gid> gids =
        List.of(new Gid(0, "0000:0000:0000:0000:0000:ffff:c633:6401", "IB/RoCE v1", "ens1"));
    JobPort port = Hosts.port("mlx5_0", "leaf1", Verdict.OK, gids);

    assertThat(port.gid()).isEmpty();
  }

  /** A NIC of storage has no contract with the fabric's class; it is left out where others have. */
  @Test
  void aNicOfAnotherNetworkIsLeftOut() {
    JobHost host =
        Hosts.host(
            List.of(
                Hosts.port("mlx5_0", "leaf0", Verdict.OK, 3),
                Hosts.port("mlx5_1", "leaf1", Verdict.OK, 3),
                Hosts.port("mlx5_10", "", Verdict.UNKNOWN, 3)));

    assertThat(lines(host, Library.NCCL)).containsEntry("NCCL_IB_HCA", "=mlx5_0,mlx5_1");
    assertThat(lines(host, Library.UCX)).containsEntry("UCX_NET_DEVICES", "mlx5_0:1,mlx5_1:1");
  }

  @Test
  void slotsThatDifferCannotBeOneNumber() {
    JobHost host =
        Hosts.host(
            List.of(
                Hosts.port("mlx5_0", "leaf0", Verdict.OK, 3),
                Hosts.port("mlx5_1", "leaf1", Verdict.OK, 5)));

    assertThat(notes(host)).anyMatch(note -> note.contains("differ ([3, 5])"));
  }

  @Test
  void withoutAClassNothingIsGuessed() {
    JobHost host = new JobHost("gpu01", Hosts.rails(2).ports(), Optional.empty(), List.of());

    assertThat(lines(host, Library.NCCL)).doesNotContainKeys("NCCL_IB_TC", "NCCL_SOCKET_IFNAME");
    assertThat(lines(host, Library.UCX)).doesNotContainKey("UCX_IB_TRAFFIC_CLASS");
  }

  @Test
  void openMpiGoesOverUcx() {
    assertThat(lines(Hosts.rails(2), Library.MPI))
        .containsEntry("OMPI_MCA_pml", "ucx")
        .containsEntry("UCX_NET_DEVICES", "mlx5_0:1,mlx5_1:1")
        .containsEntry("UCX_IB_TRAFFIC_CLASS", "106")
        .containsEntry("OMPI_MCA_oob_tcp_if_include", "eno1");
  }

  /** What is advised is never found fault with; TCP is, where a port could carry RDMA. */
  @Test
  void whatIsAdvisedIsJudgedAsOk() {
    for (JobHost host : List.of(Hosts.rails(8), Hosts.rails(1), Hosts.host(List.of()))) {
      for (Library library : Library.values()) {
        assertThat(EnvCheck.of(lines(host, library), host))
            .as("%s", library)
            .noneMatch(one -> one.verdict() == Verdict.BROKEN);
      }
    }
  }
}
