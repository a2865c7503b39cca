package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.jobs.EnvCheck.Judged;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Slots of pods, of other namespaces and of links without a server for addresses. */
class GidRulesTest {
  private static final String ADDRESS = "0000:0000:0000:0000:0000:ffff:c633:6401";
  private static final String LOCAL = "0000:0000:0000:0000:0000:ffff:a9fe:0a01";
  private static final String SIX = "fd93:0016:d59b:0000:0000:0000:0000:0001";

  private static final Map<String, String> MARKED = Map.of("NCCL_IB_TC", "106");

  private static JobHost host(Gid... gids) {
    return Hosts.host(List.of(Hosts.port("mlx5_0", "leaf1", Verdict.OK, List.of(gids))));
  }

  private static Gid v1(int index, String value, String netdev) {
    return new Gid(index, value, "IB/RoCE v1", netdev);
  }

  private static Gid v2(int index, String value, String netdev) {
    return new Gid(index, value, "RoCE v2", netdev);
  }

  private static String line(JobHost host, String name) {
    return EnvAdvice.of(host, Library.NCCL).lines().stream()
        .filter(one -> one.name().equals(name))
        .map(EnvLine::value)
        .findFirst()
        .orElse("unset");
  }

  private static List<Judged> judged(JobHost host) {
    return EnvCheck.of(MARKED, host).stream()
        .filter(one -> !one.name().equals("NCCL_IB_TC"))
        .toList();
  }

  @Test
  void aPodWhoseFirstSlotsAreEmptyGetsTheSlot() {
    JobHost pod = host(v1(10, ADDRESS, "net1"), v2(11, ADDRESS, "net1"));

    assertThat(line(pod, "NCCL_IB_GID_INDEX")).isEqualTo("11");
    assertThat(judged(pod)).singleElement().matches(one -> one.verdict() == Verdict.UNKNOWN);
    assertThat(judged(pod).getFirst().message()).contains("2.21 to 2.25");
    assertThat(EnvCheck.judged("NCCL_IB_GID_INDEX", "3", pod).advice()).startsWith("set 11");
    assertThat(EnvCheck.judged("NCCL_IB_GID_INDEX", "-1", pod).message()).contains("2.21 to 2.25");
  }

  @Test
  void slotsOfAPodThatDifferNeedANewerNccl() {
    JobHost pod =
        Hosts.host(
            List.of(
                Hosts.port("mlx5_0", "", Verdict.OK, List.of(v2(5, ADDRESS, "net1"))),
                Hosts.port("mlx5_1", "", Verdict.OK, List.of(v2(7, ADDRESS, "net2")))));

    assertThat(line(pod, "NCCL_IB_GID_INDEX")).isEqualTo("unset");
    assertThat(EnvAdvice.of(pod, Library.NCCL).notes())
        .anyMatch(note -> note.contains("use NCCL 2.26 or later"));
  }

  /** The table of the host is seen, and its first address is not that of the pod. */
  @Test
  void aSlotOfAnotherNetdevIsNotChosen() {
    JobHost pod =
        host(v1(0, LOCAL, "ens1"), v2(3, ADDRESS, "ens1"), v2(5, ADDRESS, "net1"))
            .withNetdevs(List.of("lo", "eth0", "net1"));

    assertThat(line(pod, "NCCL_IB_GID_INDEX")).isEqualTo("5");
    assertThat(judged(pod)).singleElement().matches(one -> one.verdict() == Verdict.BROKEN);
    assertThat(judged(pod).getFirst().message()).contains("slot 3 of mlx5_0").contains("ens1");
    assertThat(EnvCheck.judged("NCCL_IB_GID_INDEX", "3", pod).message())
        .contains("belongs to ens1, which is not here");
    assertThat(EnvCheck.judged("NCCL_IB_GID_INDEX", "5", pod).verdict()).isEqualTo(Verdict.OK);
  }

  /** NCCL takes the first IPv4, also one of 169.254. */
  @Test
  void anAddressWithoutAServerIsNotChosen() {
    JobHost host = host(v1(0, LOCAL, "ens1"), v2(1, LOCAL, "ens1"), v2(3, ADDRESS, "ens1"));

    assertThat(line(host, "NCCL_IB_GID_INDEX")).isEqualTo("3");
    assertThat(judged(host)).singleElement().matches(one -> one.verdict() == Verdict.BROKEN);
    assertThat(
            EnvCheck.of(Map.of("NCCL_IB_TC", "106", "NCCL_IB_ADDR_RANGE", "198.51.100.0/24"), host))
        .noneMatch(one -> one.name().equals("NCCL_IB_GID_INDEX"));
  }

  @Test
  void addressesOfIpv6AloneNeedTheirFamily() {
    JobHost six = host(v1(0, SIX, "ens1"), v2(1, SIX, "ens1"));

    assertThat(judged(six)).extracting(Judged::name).containsExactly("NCCL_IB_ADDR_FAMILY");
    assertThat(judged(six).getFirst().advice()).isEqualTo("set AF_INET6");
    assertThat(EnvCheck.of(Map.of("NCCL_IB_TC", "106", "NCCL_IB_ADDR_FAMILY", "AF_INET6"), six))
        .allMatch(one -> one.verdict() == Verdict.OK);
    assertThat(EnvCheck.of(Map.of("NCCL_IB_TC", "106", "NCCL_IB_GID_INDEX", "1"), six))
        .allMatch(one -> one.verdict() == Verdict.OK);
    assertThat(EnvCheck.of(Map.of("NVSHMEM_IB_TRAFFIC_CLASS", "106"), six))
        .extracting(Judged::name)
        .contains("NVSHMEM_IB_ADDR_FAMILY");
  }

  @Test
  void aHostWhoseTableIsWholeLeavesTheChoice() {
    assertThat(line(Hosts.rails(2), "NCCL_IB_GID_INDEX")).isEqualTo("unset");
    assertThat(judged(Hosts.rails(2))).isEmpty();
    assertThat(EnvAdvice.of(Hosts.rails(2), Library.NCCL).notes())
        .anyMatch(note -> note.contains("in pods since 2.26"));
  }
}
