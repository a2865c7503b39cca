package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The policy that ours replaced comes back by its name, whoever asks and whatever was lost. */
class OriginsTest extends OnBox<Leaf1> {
  private static final Target BOX = new Target.Device(Leaf1.ID);
  private static final Target PORT = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));
  private static final Lossless THREE = new Lossless(PrioritySet.of(3));
  private static final Lossless FOUR = new Lossless(PrioritySet.of(4));

  private static final String SITE = Transcript.site(SwitchSystem.NXOS);

  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = session.read(target).reading(wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, List.of(), Set.of()));
  }

  @Test
  void afterARestartOfTheDaemonTheOtherPolicyIsAttachedAgain() throws Exception {
    leaf.tell("foreign leaf1 " + SITE);
    List<String> before = leaf.state();
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, FOUR);
      set(session, BOX, new Lossless(PrioritySet.of(5)));
    }
    assertThat(leaf.state()).noneMatch(line -> line.contains("description replaces"));
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, THREE);
    }
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void whereItIsForgottenTheValueComesBackWithEveryOtherLine() throws Exception {
    leaf.tell("foreign leaf1 " + SITE);
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, FOUR);
    }
    leaf.forget();
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, THREE);
      assertThat(session.read(BOX).reading(SettingKind.LOSSLESS))
          .isEqualTo(new Reading.Value(THREE));
    }
    assertThat(leaf.state())
        .contains("  service-policy type network-qos losslessd-r12-network-qos-2")
        .contains("policy-map type network-qos SITE_NQ");
    assertThat(leaf.state())
        .as("theirs and ours")
        .filteredOn(line -> line.equals("    mtu 9215"))
        .hasSize(2);
  }

  @Test
  void aPolicyOfAnEarlyReleaseSaysItselfWhatItReplaced() throws Exception {
    leaf.tell("foreign leaf1 " + SITE);
    List<String> before = leaf.state();
    leaf.tell(
        "foreign leaf1 policy-map type network-qos losslessd-network-qos-1"
            + " ; description replaces SITE_NQ"
            + " ; class type network-qos c-8q-nq4 ; mtu 9216 ; pause pfc-cos 4"
            + " ; system qos ; service-policy type network-qos losslessd-network-qos-1");
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, THREE);
    }
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void thatOfTheFactoryComesBackToo() throws Exception {
    List<String> before = leaf.state();
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, FOUR);
    }
    try (SwitchSession session = leaf.session("admin")) {
      set(session, BOX, Lossless.NONE);
    }
    assertThat(leaf.state()).isEqualTo(before);
  }

  @Test
  void theWatchdogOfAPortWaitsForThatOfTheSwitch() throws Exception {
    PfcWatchdog on = new PfcWatchdog(true);
    PfcWatchdog off = new PfcWatchdog(false);
    try (SwitchSession session = leaf.session("admin")) {
      set(session, PORT, on);
      Reading reading = session.read(PORT).reading(SettingKind.PFC_WATCHDOG);
      assertThat(reading.inForce()).contains(off);
      assertThat(reading.standing()).contains(on);
      assertThat(reading.text()).contains("after the switch's own watchdog");

      set(session, BOX, on);
      assertThat(session.read(PORT).reading(SettingKind.PFC_WATCHDOG))
          .isEqualTo(new Reading.Value(on));

      set(session, BOX, off);
      assertThat(session.read(PORT).reading(SettingKind.PFC_WATCHDOG).inForce()).contains(off);
      set(session, PORT, off);
      assertThat(session.read(PORT).reading(SettingKind.PFC_WATCHDOG))
          .isEqualTo(new Reading.Value(off));
    }
  }
}
