package dev.losslessd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ModelTest {
  @Test
  void aPortIsSplitAtTheFirstColon() {
    PortId port = PortId.parse("leaf1:et-0/0/1:0");

    assertThat(port.device().name()).isEqualTo("leaf1");
    assertThat(port.name()).isEqualTo("et-0/0/1:0");
    assertThat(port).hasToString("leaf1:et-0/0/1:0");
  }

  @Test
  void namesThatCouldBreakOutOfACommandAreRefused() {
    for (String name :
        new String[] {"a b", "a;b", "a\nb", "$(x)", "a|b", "", "-x", "../x", "a'b"}) {
      assertThatThrownBy(() -> new PortId(new DeviceId("gpu01"), name))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new DeviceId("gpu01/../x"))
        .hasMessageContaining("gpu01/../x")
        .hasMessageContaining("expected");
  }

  @Test
  void namesAreAsTheirExpressionsSay() {
    Set<String> names = new TreeSet<>(List.of("", "a".repeat(64), "a".repeat(65)));
    for (char c = 0; c < 0x250; c++) {
      names.addAll(List.of("" + c, "a" + c, c + "a"));
    }
    for (int round = 0; round < 3; round++) {
      for (String name : List.copyOf(names)) {
        if (name.matches("[a./-]*")) {
          names.addAll(List.of(name + "a", name + ".", name + "/", name + "-"));
        }
      }
    }
    for (String name : names) {
      boolean port =
          name.matches("[A-Za-z0-9._/:@][A-Za-z0-9._/:@-]{0,63}")
              && !name.matches("(|.*/)\\.*(|/.*)");
      assertThat(isTaken(() -> new DeviceId(name)))
          .as(name)
          .isEqualTo(name.matches("[A-Za-z0-9._-]{1,64}"));
      assertThat(isTaken(() -> new PortId(new DeviceId("gpu01"), name))).as(name).isEqualTo(port);
    }
  }

  private static boolean isTaken(Supplier<?> name) {
    try {
      return name.get() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Test
  void aPrioritySetPrintsItsMembersAndReadsThemBack() {
    for (int mask = 0; mask < 256; mask++) {
      PrioritySet set = new PrioritySet(mask);
      assertThat(PrioritySet.parse(set.toString())).isEqualTo(set);
      assertThat(set.priorities()).hasSize(set.size());
    }
    assertThat(PrioritySet.of(3, 0)).hasToString("0,3");
    assertThatThrownBy(() -> PrioritySet.parse("3,8")).hasMessageContaining("8 is outside 0..7");
    assertThatThrownBy(() -> PrioritySet.parse("3,x")).hasMessageContaining("3,x");
  }

  @Test
  void aDscpMapNamesOnlyWhatItWants() {
    DscpMap there = DscpMap.of(Map.of(Dscp.of(26), Priority.of(1), Dscp.of(10), Priority.of(2)));
    DscpMap wanted = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));

    assertThat(wanted.over(there))
        .isEqualTo(DscpMap.of(Map.of(Dscp.of(26), Priority.of(3), Dscp.of(10), Priority.of(2))));
  }

  @Test
  void aChangeAndItsInverseCancelOut() {
    Samples samples = new Samples(7);
    for (int i = 0; i < 1000; i++) {
      Change change = samples.change();
      assertThat(change.inverse().inverse()).isEqualTo(change);
      assertThat(change.inverse().after()).isEqualTo(change.before());
    }
  }

  @Test
  void aMissingValueIsNeverANumber() {
    Schema schema = new Schema(List.of(Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)));
    Sweep sweep = new Sweep(PortId.parse("a:b"), schema, new long[] {0}, new byte[] {1}, 0, 0);

    assertThat(sweep.has(0)).isFalse();
    assertThatThrownBy(() -> sweep.value(0)).hasMessageContaining("np_cnp_sent");
  }

  @Test
  void theRoceV2IndexIsTheIpv4OneOfThisNetdev() {
    var v1 = new Nic.Gid(2, "0000:0000:0000:0000:0000:ffff:0a00:0001", "IB/RoCE v1", "ens1");
    var other = new Nic.Gid(3, "0000:0000:0000:0000:0000:ffff:0a00:0002", "RoCE v2", "macvlan0");
    var local = new Nic.Gid(1, "fe80:0000:0000:0000:0e42:a1ff:fe00:0001", "RoCE v2", "ens1");
    var wanted = new Nic.Gid(5, "0000:0000:0000:0000:0000:ffff:0a00:0001", "RoCE v2", "ens1");
    var cabled = new Nic.Gid(2, "0000:0000:0000:0000:0000:ffff:a9fe:0001", "RoCE v2", "ens1");

    assertThat(nic(v1, other, local, cabled, wanted).roceV2Index()).hasValue(5);
    assertThat(nic(v1, other, local, cabled).roceV2Index())
        .as("two hosts on a cable of their own have no other")
        .hasValue(2);
    assertThat(nic(v1, other, local).roceV2Index()).as("fe80 is never it").isEmpty();
    assertThat(cabled.isLinkLocal()).isTrue();
    assertThat(local.isLinkLocal()).isTrue();
    assertThat(wanted.isLinkLocal()).isFalse();
  }

  private static Nic nic(Nic.Gid... gids) {
    return new Nic(
        PortId.parse("gpu01:ens1"),
        "mlx5_0",
        1,
        "",
        OptionalInt.empty(),
        "mlx5_core",
        "",
        "",
        "",
        Nic.Role.PHYSICAL,
        Nic.LinkLayer.ETHERNET,
        "ACTIVE",
        400_000,
        List.of(gids),
        Nic.Words.NONE);
  }
}
