package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A watchdog of some of a port's priorities, as SONiC's own templates have it, and of none. */
class PartialWatchdogTest extends OnSonicLeaf {
  private static final String QOS = "PORT_QOS_MAP|Ethernet0 ";
  private static final PfcWatchdog ON = new PfcWatchdog(true, 300, 900, PfcWatchdog.Action.FORWARD);

  private void set(String row, String cells) throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset '" + row + "' " + cells);
  }

  private void uplink() throws Exception {
    set("PORT_QOS_MAP|Ethernet0", "pfc_enable 1,3,4,5 pfcwd_sw_enable 3,5");
    set("PFC_WD|Ethernet0", "action forward detection_time 300 restoration_time 900");
  }

  @Test
  void itIsOnForThoseThatItWatchesAndOnDoesNotWidenIt() throws Exception {
    uplink();
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session()) {
      Reading told = session.read(SonicLeaf.port(1)).reading(SettingKind.PFC_WATCHDOG);
      assertThat(told.inForce()).contains(ON);
      assertThat(told.text()).contains("watches 3,5 of 1,3,4,5: pfcwd_sw_enable leaves out 1,4");
      assertThat(SettingState.of(new PfcWatchdog(true), told)).isEqualTo(SettingState.AS_WANTED);

      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
      assertThat(leaf.state()).isEqualTo(found);

      Change off = SonicLeaf.change(session, SonicLeaf.port(1), PfcWatchdog.OFF);
      session.apply(off);
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), new PfcWatchdog(true)));
      assertThat(leaf.cells(QOS + "pfcwd")).containsExactly(QOS + "pfcwd_sw_enable=3,5");
      session.apply(off);
      session.apply(off.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aRowThatComesBackHasNoFieldThatNewerReleasesAdd() throws Exception {
    for (String release : List.of("202411", "202511")) {
      leaf.foreign("echo " + release + " > release");
      set("PORT_QOS_MAP|Ethernet4", "pfc_enable 5 pfcwd_sw_enable 5");
      set("PFC_WD|Ethernet4", "action drop detection_time 400 restoration_time 800");
      List<String> found = leaf.state();
      try (SwitchSession session = leaf.session()) {
        Change off = SonicLeaf.change(session, SonicLeaf.port(2), PfcWatchdog.OFF);
        session.apply(off);
        assertThat(leaf.cells("PFC_WD|Ethernet4")).isEmpty();
        session.apply(off.inverse());
      }
      assertThat(leaf.state()).as(release).isEqualTo(found);
    }
  }

  @Test
  void otherPrioritiesOfPfcLeaveOutThoseThatWereLeftOut() throws Exception {
    uplink();
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      Change change =
          SonicLeaf.change(session, SonicLeaf.port(1), new Pfc(PrioritySet.of(4, 5, 6)));
      session.apply(change);
      assertThat(leaf.cells(QOS + "pfcwd")).containsExactly(QOS + "pfcwd_sw_enable=5,6");
      session.apply(change.inverse());
      assertThat(leaf.state()).isEqualTo(found);

      Change unwatched = SonicLeaf.change(session, SonicLeaf.port(1), new Pfc(PrioritySet.of(1)));
      session.apply(unwatched);
      assertThat(leaf.cells(QOS + "pfcwd")).isEmpty();
      session.apply(unwatched.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  private static Reading.Value read(String watched, String release, String name) {
    ConfigDb db = new ConfigDb();
    Row qos = new Row(Tables.PORT_QOS_MAP, "Ethernet8");
    db.set(qos, PfcRows.ENABLE, "2,6");
    if (!watched.isEmpty()) {
      db.set(qos, PfcRows.WATCHED, watched);
    }
    db.set(new Row(Tables.PFC_WD, "Ethernet8"), "detection_time", "450");
    return WatchdogRows.read(db, "Ethernet8", image(release, name));
  }

  private static Supplier<Image> image(String release, String name) {
    Image image = Image.of(List.of("build_version: '" + name + "'", "release: '" + release + "'"));
    return () -> image;
  }

  @Test
  void whatDependsOnAnUnknownReleaseIsUnknownAndNothingElse() {
    assertThat(image("none", "4.2.1-Vendor").get().release()).isEqualTo(OptionalInt.empty());
    assertThatThrownBy(() -> read("", "none", "4.2.1-Vendor"))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("the image does not state its release");
    assertThatThrownBy(() -> read("3", "none", "4.2.1-Vendor")).isInstanceOf(DeviceException.class);
    PfcWatchdog on = new PfcWatchdog(true, 450, null, PfcWatchdog.Action.DROP);
    assertThat(read("2,6", "none", "4.2.1-Vendor").setting()).isEqualTo(on);
    assertThat(read("6", "none", "4.2.1-Vendor").setting()).isEqualTo(on);
    assertThat(read("", "202106", "x").setting()).isEqualTo(on);
    assertThat(read("", "202106", "x").note()).isEmpty();
    assertThat(read("", "202405", "x").setting()).isEqualTo(PfcWatchdog.OFF);
    assertThat(read("", "none", "master.99-abc").setting()).isEqualTo(PfcWatchdog.OFF);
  }

  @Test
  void asymmetricPfcIsNotedAndReadOnly() throws Exception {
    set("PORT|Ethernet4", "pfc_asym on");
    try (SwitchSession session = leaf.session()) {
      Reading told = session.read(SonicLeaf.port(2)).reading(SettingKind.PFC);
      assertThat(told.inForce()).contains(new Pfc(PrioritySet.of(3, 4)));
      assertThat(told.isWhole()).isFalse();
      assertThat(told.text()).contains("pfc_asym is on: the port stops for pause of all");
      Capability can = session.capabilities(SonicLeaf.port(2)).of(SettingKind.PFC);
      assertThat(can.access()).isEqualTo(Capability.Access.READ);
      assertThat(can.why()).contains("pfc_asym is on");
      assertThat(session.read(SonicLeaf.port(1)).reading(SettingKind.PFC).isWhole()).isTrue();
    }
  }

  @Test
  void theBigRedSwitchIsNotedOnAllThatItUndoes() throws Exception {
    uplink();
    set("PFC_WD|GLOBAL", "BIG_RED_SWITCH enable");
    try (SwitchSession session = leaf.session()) {
      for (SettingKind kind :
          List.of(SettingKind.PFC, SettingKind.LOSSLESS, SettingKind.PFC_WATCHDOG)) {
        Reading told = session.read(SonicLeaf.port(1)).reading(kind);
        assertThat(told.isWhole()).as(kind.word()).isFalse();
        assertThat(told.text()).as(kind.word()).contains("BIG_RED_SWITCH is on and drops all");
        assertThat(session.capabilities(SonicLeaf.port(1)).of(kind).access())
            .isEqualTo(Capability.Access.READ);
      }
      assertThat(session.read(SonicLeaf.port(1)).inForce(SettingKind.PFC_WATCHDOG)).contains(ON);
      assertThat(session.read(SonicLeaf.box()).reading(SettingKind.PFC_WATCHDOG).isWhole())
          .isFalse();
      set("PFC_WD|GLOBAL", "BIG_RED_SWITCH disable");
      assertThat(session.read(SonicLeaf.port(1)).reading(SettingKind.PFC).isWhole()).isTrue();
      assertThat(session.read(SonicLeaf.port(1)).inForce(SettingKind.LOSSLESS))
          .isPresent()
          .get()
          .isInstanceOf(Lossless.class);
    }
  }
}
