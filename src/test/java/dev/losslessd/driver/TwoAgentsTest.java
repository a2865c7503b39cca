package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.eos.EosDriver;
import dev.losslessd.driver.junos.JunosDriver;
import dev.losslessd.driver.nvue.NvueDriver;
import dev.losslessd.driver.sonic.SonicDriver;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agents of two hosts on one switch: what each makes, and what the other sees of it. */
class TwoAgentsTest {
  private static final Target BOX = new Target.Device(FabricLeaf.ID);
  private static final Setting THREE = new Pfc(PrioritySet.of(3));
  private static final String OTHER_HOST = "gpu-pod17-rack042-node08_cluster_example";

  @TempDir private Path folder;
  private final AtomicLong revision = new AtomicLong(7);

  private static Target port(String name) {
    return Target.port(new PortId(FabricLeaf.ID, name));
  }

  private static Change change(SwitchSession session, Target target, Setting wanted) {
    Reading is = session.read(target).reading(wanted.kind());
    Setting before = is.standing().orElseThrow(() -> new AssertionError(is.text()));
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), Set.of());
  }

  private static void set(SwitchSession session, Target target, Setting wanted) {
    session.apply(change(session, target, wanted));
  }

  private static List<String> hosts(SwitchSession session, Target target, SettingKind kind) {
    return session.foreign().stream()
        .filter(mark -> mark.key().equals(Optional.of(new Key(target, kind))))
        .map(ForeignMark::host)
        .toList();
  }

  private static List<String> hostsOfAll(SwitchSession session) {
    return session.foreign().stream()
        .filter(mark -> mark.key().isEmpty())
        .map(ForeignMark::host)
        .toList();
  }

  private static List<OtherAgent.Open> opened(SwitchSession session) {
    return session.agents().stream().map(OtherAgent::open).toList();
  }

  /** Lines that sessions sent, without the prompts of any system. */
  private static List<String> sent(FabricLeaf leaf) throws IOException {
    return leaf.sent().stream().map(line -> line.replaceFirst("^\\S+ \\S+@\\S+ ", "")).toList();
  }

  private static List<String> named(FabricLeaf leaf, String what) throws IOException {
    return leaf.state().stream().filter(line -> line.contains(what)).toList();
  }

  @Test
  void onJunosTheLastCommentAndEveryNameTellWhoseItIs() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.JUNOS, new JunosDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get);
        SwitchSession theirs = leaf.sessionOf(OTHER_HOST)) {
      Target port = port("et-0/0/0");
      set(theirs, port, THREE);
      set(theirs, port, Wishes.shares());
      leaf.tell(
          "foreign leaf1 set class-of-service congestion-notification-profile"
              + " losslessd-pod2-et-0_0_5 input ieee-802.1 code-point 011 pfc"
              + " ; set class-of-service forwarding-classes class losslessd-pod2-p4 queue-num 4");
      List<String> made = named(leaf, "losslessd-");
      assertThat(made).noneMatch(line -> line.contains("losslessd-et") || line.contains("-p3-"));
      assertThat(hostsOfAll(ours)).containsExactly(OTHER_HOST);
      assertThat(hosts(ours, port, SettingKind.PFC)).hasSize(1);
      assertThat(hosts(ours, port, SettingKind.ETS)).hasSize(1);
      assertThat(theirs.foreign()).isEmpty();

      set(ours, port("et-0/0/1"), new Mtu(9000));

      assertThat(named(leaf, "losslessd-")).isEqualTo(made);
      assertThat(hostsOfAll(ours)).isEmpty();
      assertThat(hosts(ours, port, SettingKind.PFC)).hasSize(1);
      assertThat(hostsOfAll(theirs)).containsExactly("gpu01");
      assertThat(sent(leaf)).contains("commit comment losslessd-gpu01-r7-now");
    }
  }

  @Test
  void onJunosNamesWithoutAHostStayUntilTheyAreReplaced() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.JUNOS, new JunosDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get)) {
      Target port = port("et-0/0/0");
      List<String> before = leaf.state();
      leaf.tell(
          "foreign leaf1 "
              + Stream.of(
                      "forwarding-classes class losslessd-p3 queue-num 3",
                      "forwarding-classes class losslessd-p3 no-loss",
                      "forwarding-classes class losslessd-p3 pfc-priority 3",
                      "congestion-notification-profile losslessd-et-0_0_0 input ieee-802.1"
                          + " code-point 011 pfc",
                      "congestion-notification-profile losslessd-et-0_0_0 output ieee-802.1"
                          + " code-point 011 flow-control-queue 3",
                      "interfaces et-0/0/0 congestion-notification-profile losslessd-et-0_0_0")
                  .map(line -> "set class-of-service " + line)
                  .collect(Collectors.joining(" ; ")));
      List<String> early = named(leaf, "losslessd-");

      assertThat(ours.foreign()).isEmpty();
      set(ours, port("et-0/0/1"), new Mtu(9000));
      assertThat(named(leaf, "losslessd-")).isEqualTo(early);
      set(ours, port, new Pfc(PrioritySet.of(4)));
      assertThat(named(leaf, "profile losslessd-et-0_0_0 input")).hasSize(1);
      assertThat(named(leaf, "losslessd-p3")).isEmpty();
      assertThat(named(leaf, "class losslessd-gpu01-p4 no-loss")).hasSize(1);
      set(ours, port, Pfc.OFF);

      assertThat(named(leaf, "losslessd")).isEmpty();
      set(ours, port, THREE);
      assertThat(named(leaf, "profile losslessd-gpu01-et-0_0_0 input")).hasSize(1);
      set(ours, port, Pfc.OFF);
      assertThat(named(leaf, "class-of-service"))
          .isEqualTo(before.stream().filter(line -> line.contains("class-of-service")).toList());
    }
  }

  @Test
  void onEosTheProfileAndTheLastSessionTellWhoseItIs() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.EOS, new EosDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get);
        SwitchSession theirs = leaf.sessionOf("gpu02")) {
      leaf.tell(
          "foreign leaf1 qos profile SITE ; qos trust dscp ; interface Ethernet1 ; service-profile"
              + " SITE");
      Target port = port("Ethernet1");
      set(theirs, port, THREE);

      assertThat(named(leaf, "service-profile losslessd-gpu02-Ethernet1-SITE")).hasSize(1);
      assertThat(hosts(ours, port, SettingKind.PFC)).containsExactly("gpu02");
      assertThat(hostsOfAll(ours)).containsExactly("gpu02");
      assertThat(theirs.foreign()).isEmpty();

      ours.applyWithTimer(
          List.of(change(ours, port, new Mtu(9000))), new Hold("c-000001", Duration.ofMinutes(5)));

      assertThat(sent(leaf)).contains("configure session losslessd-gpu01-r7-c-000001");
      assertThat(hostsOfAll(theirs)).containsExactly("gpu01");
      assertThat(opened(theirs)).containsExactly(OtherAgent.Open.YES);
      ours.confirm(new Hold("c-000001", Duration.ofMinutes(5)));
      assertThat(opened(theirs)).containsExactly(OtherAgent.Open.NO);
      assertThat(named(leaf, "service-profile losslessd-gpu02-Ethernet1-SITE")).hasSize(1);
    }
  }

  @Test
  void onEosAProfileWithoutAHostIsOursAndGoesWhenItIsReplaced() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.EOS, new EosDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get)) {
      leaf.tell(
          "foreign leaf1 qos profile SITE ; qos trust dscp ; qos profile losslessd-Ethernet1-SITE ;"
              + " qos trust dscp ; priority-flow-control on ; priority-flow-control priority 3"
              + " no-drop ; interface Ethernet1 ; service-profile losslessd-Ethernet1-SITE");
      Target port = port("Ethernet1");
      assertThat(ours.foreign()).isEmpty();

      set(ours, port, new Mtu(9000));
      assertThat(named(leaf, "service-profile losslessd-Ethernet1-SITE")).hasSize(1);
      set(ours, port, new Pfc(PrioritySet.of(4)));

      assertThat(named(leaf, "losslessd-Ethernet1")).isEmpty();
      assertThat(named(leaf, "service-profile losslessd-gpu01-Ethernet1-SITE")).hasSize(1);
    }
  }

  @Test
  void onNvueTheMessageAndTheProfileTellWhoseItIs() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.NVUE, new NvueDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get);
        SwitchSession theirs = leaf.sessionOf("gpu02")) {
      set(theirs, BOX, new Lossless(PrioritySet.of(3)));
      set(theirs, port("swp1"), THREE);

      assertThat(named(leaf, "losslessd")).isNotEmpty().allMatch(line -> line.contains("-gpu02"));
      assertThat(hostsOfAll(ours)).containsExactly("gpu02");
      assertThat(hosts(ours, port("swp1"), SettingKind.PFC)).containsExactly("gpu02");
      assertThat(theirs.foreign()).isEmpty();

      set(ours, port("swp2"), new Mtu(9000));

      assertThat(sent(leaf)).contains("nv config apply -y -m losslessd-gpu01-r7");
      assertThat(hostsOfAll(ours)).isEmpty();
      assertThat(hostsOfAll(theirs)).containsExactly("gpu01");
      assertThat(opened(theirs)).containsExactly(OtherAgent.Open.NO);
      ours.applyWithTimer(
          List.of(change(ours, port("swp2"), new Mtu(9100))),
          new Hold("c-000001", Duration.ofMinutes(5)));
      assertThat(opened(theirs)).containsExactly(OtherAgent.Open.YES);
    }
  }

  @Test
  void onNvueAProfileWithoutAHostStaysWhereItIs() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.NVUE, new NvueDriver());
        SwitchSession ours = leaf.sessionOf("gpu01", revision::get)) {
      leaf.tell(
          "foreign leaf1 set qos pfc losslessd switch-priority 3 ; set qos pfc losslessd rx enabled"
              + " ; set qos pfc losslessd tx enabled ; set interface swp1 qos pfc profile"
              + " losslessd ; set qos traffic-pool default-lossless memory-percent 50"
              + " ; set qos traffic-pool default-lossy memory-percent 50");
      assertThat(ours.foreign()).isEmpty();

      set(ours, port("swp2"), THREE);

      assertThat(named(leaf, "swp2 qos pfc profile losslessd")).hasSize(1);
      assertThat(named(leaf, "losslessd-gpu01")).isEmpty();
    }
  }

  @Test
  void onSonicTheRowAndTheCheckpointTellWhoseItIs() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.SONIC, new SonicDriver());
        SwitchSession ours = leaf.sessionOf("gpu1", revision::get);
        SwitchSession theirs = leaf.sessionOf("gpu2")) {
      Target port = port("Ethernet0");
      set(theirs, port, new Mtu(9000));
      set(theirs, port, Wishes.ecn(99_999_998, 99_999_999, 100));

      assertThat(named(leaf, "wred_profile=losslessd-gpu2-x1njchq-1njchr-2s")).isNotEmpty();
      assertThat(hosts(ours, port, SettingKind.ECN)).contains("gpu2");
      assertThat(hostsOfAll(ours)).containsExactly("gpu2");
      assertThat(theirs.foreign()).isEmpty();
      assertThat(opened(ours)).containsExactly(OtherAgent.Open.UNKNOWN);
      assertThat(((Ecn) theirs.read(port).reading(SettingKind.ECN).standing().orElseThrow()).text())
          .contains("99999998B..99999999B@100%");

      leaf.tell("foreign leaf1 sudo config delete-checkpoint losslessd-gpu2-r0");
      for (int n = 0; n < 5; n++) {
        revision.set(n);
        set(ours, port("Ethernet4"), new Mtu(9001 + n));
      }
      assertThat(sent(leaf))
          .contains("sudo config checkpoint losslessd-gpu1-r4 </dev/null")
          .contains("sudo config delete-checkpoint losslessd-gpu1-r1 </dev/null")
          .noneMatch(line -> line.contains("delete-checkpoint losslessd-gpu1-r2"));
      assertThat(named(leaf, "wred_profile=losslessd-gpu2-")).isNotEmpty();
    }
  }

  @Test
  void onSonicRowsWithoutAHostStayUntilNobodyNamesThem() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.SONIC, new SonicDriver());
        SwitchSession ours = leaf.sessionOf("gpu1", revision::get)) {
      String row = "WRED_PROFILE|losslessd-1000-2000-5";
      leaf.tell(
          "foreign leaf1 sudo sonic-db-cli CONFIG_DB hset '"
              + row
              + "' green_min_threshold 1000 green_max_threshold 2000 green_drop_probability 5"
              + " wred_green_enable true ecn ecn_all");
      leaf.tell(
          "foreign leaf1 sudo sonic-db-cli CONFIG_DB hset 'QUEUE|Ethernet0|3' wred_profile"
              + " losslessd-1000-2000-5");
      assertThat(ours.foreign()).isEmpty();

      set(ours, port("Ethernet0"), new Mtu(9000));
      assertThat(named(leaf, "wred_profile=losslessd-1000-2000-5")).hasSize(1);
      set(ours, port("Ethernet0"), Wishes.ecn(3000, 4000, 5));

      assertThat(named(leaf, "wred_profile=losslessd-gpu1-3000-4000-5")).isNotEmpty();
      assertThat(named(leaf, row)).isEmpty();
    }
  }
}
