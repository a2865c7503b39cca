package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The RDMA device of a bond belongs to it, and its members bounce all the same. */
class BondsTest {
  private static final PortId BOND = PortId.parse("node7:bond0");
  private static final PortId FIRST = PortId.parse("node7:ens2f0np0");
  private static final PortId SECOND = PortId.parse("node7:ens2f1np1");
  private static final PortId OTHER = PortId.parse("node7:ens3f0np0");
  private static final PortId ALONE = PortId.parse("node7:ens4");
  private static final List<Nic> NICS =
      List.of(
          Nics.full(BOND, Nic.Role.BOND),
          Nics.full(FIRST, Nic.Role.BOND_MEMBER),
          Nics.full(SECOND, Nic.Role.BOND_MEMBER),
          Nics.full(OTHER, Nic.Role.BOND_MEMBER),
          Nics.full(ALONE, Nic.Role.PHYSICAL));

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private Set<PortId> with(PortId busy) {
    return Bonds.withMembers(Set.of(busy), NICS, new HostFiles(root, WriteGate.OPEN));
  }

  @Test
  void whoUsesABondHoldsItsMembersAndNoOther() {
    new HostTree(root).file("sys/class/net/bond0/bonding/slaves", "ens2f0np0 ens2f1np1");

    assertThat(with(BOND)).containsExactlyInAnyOrder(BOND, FIRST, SECOND);
    assertThat(with(ALONE)).containsExactly(ALONE);
    assertThat(with(FIRST)).containsExactly(FIRST);
  }

  @Test
  void whereMembersAreNotToldEachMemberIsHeld() {
    assertThat(with(BOND)).containsExactlyInAnyOrder(BOND, FIRST, SECOND, OTHER);
  }

  @Test
  void aBondWithoutMembersHoldsItself() {
    new HostTree(root).file("sys/class/net/bond0/bonding/slaves", "");

    assertThat(with(BOND)).containsExactly(BOND);
  }
}
