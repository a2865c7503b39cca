package dev.losslessd.watch;

import static dev.losslessd.model.Nics.gid;
import static dev.losslessd.model.Nics.gid4;
import static dev.losslessd.watch.AddressRig.nic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.model.Nics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of RDMA ports that move, go and are missing, in the sequences in which they do. */
class HostAddressesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String ULA = "fd12:0000:0000:0000:0000:0000:0000:0007";
  private static final String LINK_LOCAL = "fe80:0000:0000:0000:0e42:a1ff:fe5e:0007";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  @SuppressWarnings("NullAway.Init")
  private AddressRig rig;

  @BeforeEach
  void host() {
    rig = new AddressRig(root);
  }

  private static Nic at(int slot) {
    return nic("ens7", 7, gid(1, LINK_LOCAL, "ens7"), gid4(slot, 203, 0, 113, 7, "ens7"));
  }

  private static Nic bare() {
    return nic("ens7", 7, gid(1, LINK_LOCAL, "ens7"));
  }

  @Test
  void aSlotThatMovesIsAnEventAndAFindingForAnHour() {
    assertThat(rig.look(at(3))).isEmpty();
    assertThat(rig.look(at(3))).isEmpty();
    assertThat(rig.events).isEmpty();

    assertThat(rig.look(at(5)))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.GID_MOVED);
          assertThat(found.subject()).isEqualTo("gpu07:ens7");
          assertThat(found.severity()).isEqualTo(Severity.WARNING);
          assertThat(found.message())
              .startsWith("203.0.113.7 moved from slot 3 to slot 5 of the GID table of mlx5_7:1 at")
              .contains("running jobs", "shown until 2031-05-06T11:00:15Z");
          assertThat(found.advice()).contains("restart jobs", "NCCL_IB_GID_INDEX");
        });
    assertThat(rig.events)
        .containsExactly("moved gpu07:ens7: 203.0.113.7 moved from slot 3 to slot 5 of mlx5_7:1");

    assertThat(rig.look(Duration.ofMinutes(59), at(5))).hasSize(1);
    assertThat(rig.look(MINUTE, at(5))).isEmpty();
    assertThat(rig.events).hasSize(1);
  }

  /** The usual way: the address goes with the link, and comes back beside the slot in use. */
  @Test
  void anAddressThatGoesAndComesBackElsewhereHasMoved() {
    rig.look(at(3));

    assertThat(rig.look(bare()))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.NO_ADDRESS);
          assertThat(found.severity()).isEqualTo(Severity.WARNING);
          assertThat(found.message())
              .contains(
                  "has no RoCE v2 address; it had 203.0.113.7 in slot 3 until"
                      + " 2031-05-06T10:00:10Z");
        });
    assertThat(rig.look(at(8))).extracting(Finding::rule).containsExactly(FindingRule.GID_MOVED);
    assertThat(rig.events)
        .containsExactly(
            "gone gpu07:ens7: 203.0.113.7 is gone from slot 3 of mlx5_7:1",
            "moved gpu07:ens7: 203.0.113.7 moved from slot 3 to slot 8 of mlx5_7:1");
  }

  @Test
  void anAddressThatComesBackToItsSlotLeavesNoFinding() {
    rig.look(at(3));
    rig.look(bare());

    assertThat(rig.look(at(3))).isEmpty();
    assertThat(rig.events).hasSize(2).last().asString().startsWith("came gpu07:ens7");
  }

  @Test
  void aPortWithoutItsAddressIsAFindingForAsLongAsThatLasts() {
    rig.look(at(3));
    rig.look(bare());

    assertThat(rig.look(Duration.ofDays(2), bare())).hasSize(1);
    Nic renumbered = nic("ens7", 7, gid4(3, 203, 0, 113, 9, "ens7"));
    assertThat(rig.look(renumbered)).isEmpty();
  }

  @Test
  void oneAddressOfTwoThatGoesIsToldForAnHour() {
    rig.look(nic("ens7", 7, gid4(3, 203, 0, 113, 7, "ens7"), gid4(5, 203, 0, 113, 8, "ens7")));

    assertThat(rig.look(at(3)))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.GID_GONE);
          assertThat(found.message()).contains("203.0.113.8 in slot 5", "cannot connect again");
        });
    assertThat(rig.look(Duration.ofHours(1), at(3))).isEmpty();
  }

  /** Temporary addresses of RFC 8981 go every day. */
  @Test
  void anAddressOfIpv6BesideOthersThatGoesIsAnEventAlone() {
    rig.look(nic("ens7", 7, gid4(3, 203, 0, 113, 7, "ens7"), gid(5, ULA, "ens7")));

    assertThat(rig.look(at(3))).isEmpty();
    assertThat(rig.events).singleElement().asString().contains("gone", ULA);
  }

  @Test
  void aDeviceThatIsAwayForAMinuteAndBackWithOtherSlotsHasMovedThem() {
    rig.look(at(3));
    assertThat(rig.look()).isEmpty();
    assertThat(rig.events).isEmpty();

    assertThat(rig.look(MINUTE, at(4)))
        .extracting(Finding::rule)
        .containsExactly(FindingRule.GID_MOVED);
    assertThat(rig.look()).as("nothing is told of a port that is away").isEmpty();
    assertThat(rig.look(MINUTE, at(4))).hasSize(1);
  }

  @Test
  void aPortThatIsAwayForLongerThanAnHourIsANewOne() {
    rig.look(at(3));
    rig.look();
    rig.look(Duration.ofHours(1));

    assertThat(rig.look(at(5))).isEmpty();
    assertThat(rig.events).isEmpty();
  }

  /** In the shared mode the table has addresses of pods, and the port whose netdev left has all. */
  @Test
  void otherNamespacesComeAndGoWithoutAWord() {
    Nic pod = nic("ens7", 7, gid4(3, 203, 0, 113, 7, "ens7"), gid4(6, 10, 4, 0, 2, "eth0"));
    rig.look(at(3));
    assertThat(rig.look(pod)).isEmpty();
    assertThat(rig.look(at(3))).isEmpty();
    Nic taken = nic("mlx5_7/1", 7, gid4(3, 10, 4, 0, 9, "ens7"));
    assertThat(rig.look(MINUTE, taken)).isEmpty();
    assertThat(rig.look(MINUTE, taken)).isEmpty();

    assertThat(rig.look(at(3))).isEmpty();
    assertThat(rig.events).isEmpty();
  }

  @Test
  void aVlanOnThePortCountsUnlessItIsExcluded() {
    rig.write("sys/class/net/ens7/upper_ens7.20/ifindex", "9");
    rig.write("sys/class/net/ens7/upper_ens9.9/ifindex", "10");
    rig.look(nic("ens7", 7, gid4(3, 203, 0, 113, 7, "ens7.20"), gid4(4, 203, 0, 113, 9, "ens9.9")));

    rig.look(nic("ens7", 7, gid4(5, 203, 0, 113, 7, "ens7.20"), gid4(6, 203, 0, 113, 9, "ens9.9")));

    assertThat(rig.events).singleElement().asString().contains("moved from slot 3 to slot 5");
  }

  @Test
  void aPortThatFallsBackToLinkLocalAddressesHasLostItsOwn() {
    Nic only = nic("ens7", 7, gid4(4, 169, 254, 3, 4, "ens7"));
    assertThat(rig.look(only)).as("two hosts on a cable of their own have just that").isEmpty();
    rig.look(at(3));

    assertThat(rig.look(only))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.NO_ADDRESS);
          assertThat(found.message()).contains("only 169.254.3.4", "it had 203.0.113.7");
        });
  }

  @Test
  void aPortThatNeverHadAnAddressIsToldAfterAMinute() {
    assertThat(rig.look(bare())).isEmpty();
    assertThat(rig.look(MINUTE, bare()))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.rule()).isEqualTo(FindingRule.NO_ADDRESS);
          assertThat(found.severity()).isEqualTo(Severity.INFO);
        });
    assertThat(rig.look(nic("ens7", 7, gid(3, ULA, "ens7")))).isEmpty();
  }

  @Test
  void portsThatNoJobCouldUseNeedNoAddress() {
    rig.write("sys/class/infiniband/mlx5_6/node_type", "4: RNIC");
    Nic[] ports = {
      nic("ens1", 1, Role.PHYSICAL, "DOWN"),
      nic("ens2", 2, Role.VIRTUAL_FUNCTION, "ACTIVE"),
      nic("ens3", 3, Role.REPRESENTOR, "ACTIVE"),
      nic("ens4", 4, Role.BOND_MEMBER, "ACTIVE"),
      nic("mlx5_5/1", 5),
      nic("ens6", 6),
      Nics.plain(AddressRig.port("eno1"), "", 0)
    };
    rig.look(ports);

    assertThat(rig.look(MINUTE, ports)).isEmpty();
  }

  @Test
  void aRestartForgetsSlots() {
    rig.look(at(3));
    rig.restart();

    assertThat(rig.look(at(5))).isEmpty();
    assertThat(rig.events).isEmpty();
  }

  @Test
  void aHundredPortsThatMoveAtOnceAreAHundredFindingsThatEnd() {
    Nic[] before = ports(3);
    rig.look(before);

    assertThat(rig.look(ports(7)))
        .hasSize(100)
        .allMatch(one -> one.rule().equals(FindingRule.GID_MOVED));
    assertThat(rig.look(Duration.ofHours(1), ports(7))).isEmpty();
  }

  private static Nic[] ports(int slot) {
    return IntStream.range(0, 100)
        .mapToObj(n -> nic("ens" + n, n, gid4(slot, 10, 9, n, 1, "ens" + n)))
        .toArray(Nic[]::new);
  }
}
