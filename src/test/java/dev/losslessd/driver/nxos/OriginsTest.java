package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The policy that ours replaced comes back by its name, whoever asks and whatever was lost. */
class OriginsTest {
  private static final Target BOX = new Target.Device(Connected.LEAF);
  private static final Target PORT = Target.port(new PortId(Connected.LEAF, "Ethernet1/7"));
  private static final Lossless THREE = new Lossless(PrioritySet.of(3));
  private static final Lossless FOUR = new Lossless(PrioritySet.of(4));

  private static final String[] SITE = {
    "policy-map type network-qos SITE_NQ",
    "class type network-qos c-8q-nq3",
    "mtu 9000",
    "pause pfc-cos 3",
    "class type network-qos c-8q-nq-default",
    "mtu 8800",
    "system qos",
    "service-policy type network-qos SITE_NQ",
    "interface Ethernet1/7",
    "no shutdown"
  };

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = session.read(target).reading(wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, List.of(), Set.of()));
  }

  @Test
  void afterARestartOfTheDaemonTheOtherPolicyIsAttachedAgain() throws Exception {
    try (Connected leaf = new Connected(SITE)) {
      String before = leaf.nexus.config();
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, FOUR);
        set(session, BOX, new Lossless(PrioritySet.of(5)));
      }
      assertThat(leaf.nexus.config()).doesNotContain("description");
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, THREE);
      }
      assertThat(leaf.nexus.config()).isEqualTo(before);
    }
  }

  @Test
  void whereItIsForgottenTheValueComesBackWithEveryOtherLine() throws Exception {
    try (Connected leaf = new Connected(SITE)) {
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, FOUR);
      }
      leaf.kept.set("");
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, THREE);
        assertThat(session.read(BOX).reading(SettingKind.LOSSLESS))
            .isEqualTo(new Reading.Value(THREE));
      }
      assertThat(leaf.nexus.config())
          .contains("service-policy type network-qos losslessd-r12-network-qos-2")
          .contains("policy-map type network-qos SITE_NQ");
      assertThat(leaf.nexus.config().split("mtu 8800", -1)).as("theirs and ours").hasSize(3);
    }
  }

  @Test
  void aPolicyOfAnEarlyReleaseSaysItselfWhatItReplaced() throws Exception {
    try (Connected leaf = new Connected(SITE)) {
      String before = leaf.nexus.config();
      leaf.nexus.reset(
          (String.join("\n", SITE)
                  + "\npolicy-map type network-qos losslessd-network-qos-1"
                  + "\ndescription replaces SITE_NQ"
                  + "\nclass type network-qos c-8q-nq4\nmtu 9216\npause pfc-cos 4"
                  + "\nsystem qos\nservice-policy type network-qos losslessd-network-qos-1")
              .split("\n"));
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, THREE);
      }
      assertThat(leaf.nexus.config()).isEqualTo(before);
    }
  }

  @Test
  void thatOfTheFactoryComesBackToo() throws Exception {
    try (Connected leaf = new Connected("system qos", "interface Ethernet1/7", "no shutdown")) {
      String before = leaf.nexus.config();
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, FOUR);
      }
      try (SwitchSession session = leaf.session()) {
        set(session, BOX, Lossless.NONE);
      }
      assertThat(leaf.nexus.config()).isEqualTo(before);
    }
  }

  @Test
  void theWatchdogOfAPortWaitsForThatOfTheSwitch() throws Exception {
    PfcWatchdog on = new PfcWatchdog(true);
    PfcWatchdog off = new PfcWatchdog(false);
    try (Connected leaf = new Connected(SITE);
        SwitchSession session = leaf.session()) {
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
