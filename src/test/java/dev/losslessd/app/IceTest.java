package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intel E800 on the fabric's fake of ice: one setting takes others with it. */
@SystemGroup
class IceTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final PortId NIC = new PortId(HOST, "ens1f0np0");
  private static final Target TARGET = Target.port(NIC);

  private static final Ets ONE_TO_ONE =
      new Ets(
          Collections.nCopies(8, Selection.ETS),
          List.of(30, 0, 0, 70, 0, 0, 0, 0),
          List.of(0, 1, 2, 3, 4, 5, 6, 7));
  private static final Pfc PFC = new Pfc(PrioritySet.of(3));

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Fabric fabric;

  @SuppressWarnings("NullAway.Init") // before each test
  private Host host;

  @SuppressWarnings("NullAway.Init") // before each test
  private Session session;

  @BeforeEach
  void start() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withNics(NicMake.IRDMA);
    fabric = Fabric.start(folder.resolve("f"), options, new SystemPace());
    Path place = fabric.hostDir(HOST);
    host =
        new Host(
            HOST,
            new Kernel(
                place.resolve("root"),
                Optional.of(place),
                Duration.ofSeconds(20),
                WriteGate.OPEN,
                System::nanoTime),
            RealTime.get(),
            _ -> false,
            _ -> true);
    host.discover();
    session = host.session();
  }

  @AfterEach
  void stop() throws Exception {
    host.close();
    fabric.close();
  }

  private Setting shown(SettingKind kind) {
    return session.read(TARGET).inForce(kind).orElseThrow();
  }

  private void set(Setting after) {
    session.apply(new Change(TARGET, shown(after.kind()), after, List.of(NIC), Set.of()));
  }

  private static DscpMap map(int dscp, int priority) {
    return DscpMap.of(Map.of(new Dscp(dscp), Priority.of(priority)));
  }

  private List<String> tell(String line) {
    try {
      return FabricControl.send(fabric.controlSocket(), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> written() {
    return tell("log").stream().filter(line -> line.contains("app=")).toList();
  }

  @Test
  void theFirstEntryTakesNoScheduleWithIt() {
    set(ONE_TO_ONE);
    set(PFC);

    set(map(26, 3));

    assertThat(shown(SettingKind.ETS)).isEqualTo(ONE_TO_ONE);
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
    assertThat(shown(SettingKind.DSCP_MAP)).isEqualTo(map(26, 3));
  }

  @Test
  void theLastEntryTakesNeitherPfcNorScheduleWithIt() {
    set(ONE_TO_ONE);
    set(PFC);
    set(map(26, 3));

    set(DscpMap.of(Map.of()));

    assertThat(shown(SettingKind.DSCP_MAP)).isEqualTo(DscpMap.of(Map.of()));
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
    assertThat(shown(SettingKind.ETS)).isEqualTo(ONE_TO_ONE);
  }

  @Test
  void entriesThatComeAndGoLeaveWhatWasThereBeforeThem() {
    Setting ets = shown(SettingKind.ETS);

    set(PFC);
    set(map(26, 3));
    set(DscpMap.of(Map.of()));

    assertThat(shown(SettingKind.ETS)).isEqualTo(ets);
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
  }

  @Test
  void theOnlyEntryIsMovedWithoutAMomentWithoutEntries() {
    set(PFC);
    set(map(26, 3));
    int before = written().size();

    set(map(26, 4));

    assertThat(shown(SettingKind.DSCP_MAP)).isEqualTo(map(26, 4));
    assertThat(written().subList(before, written().size()))
        .extracting(line -> line.replaceFirst(" gpu01:\\S+", "").replaceFirst(" result.*", ""))
        .containsExactly(
            "IEEE_SET app=5:0:0",
            "IEEE_DEL app=5:26:3",
            "IEEE_SET app=5:26:4",
            "IEEE_DEL app=5:0:0");
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
  }

  @Test
  void allEntriesAreMovedWithoutAMomentWithoutEntries() {
    set(PFC);
    set(DscpMap.of(Map.of(new Dscp(26), Priority.of(3), new Dscp(48), Priority.of(6))));

    Setting moved = DscpMap.of(Map.of(new Dscp(26), Priority.of(4), new Dscp(48), Priority.of(5)));
    set(moved);

    assertThat(shown(SettingKind.DSCP_MAP)).isEqualTo(moved);
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
    assertThat(written()).noneMatch(line -> line.contains("app=5:0:0"));
  }

  @Test
  void anEntryThatFailsWithAPositiveAnswerIsNoEntry() {
    set(PFC);
    tell("half " + NIC);

    assertThatThrownBy(() -> set(map(26, 3)))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("the driver says 1");
    assertThat(shown(SettingKind.DSCP_MAP)).isEqualTo(DscpMap.of(Map.of()));
    assertThat(shown(SettingKind.PFC)).isEqualTo(PFC);
  }

  @Test
  void aScheduleThatIceWouldIgnoreOrKeepForLaterIsNotWritten() {
    set(map(26, 3));
    List<String> log = tell("log");

    assertThatThrownBy(() ->
            set(
                new Ets(
                    ONE_TO_ONE.selection(),
                    ONE_TO_ONE.bandwidthPercent(),
                    Collections.nCopies(8, 0))))
        .hasMessageContaining("with DSCP entries ice keeps prio-tc=0,1,2,3,4,5,6,7");
    assertThatThrownBy(() ->
            set(
                new Ets(
                    ONE_TO_ONE.selection(),
                    List.of(30, 0, 0, 60, 0, 0, 0, 0),
                    ONE_TO_ONE.classOfPriority())))
        .hasMessageContaining("sum to 90, expected 100");
    set(DscpMap.of(Map.of()));
    assertThatThrownBy(() ->
            set(
                new Ets(
                    ONE_TO_ONE.selection(),
                    ONE_TO_ONE.bandwidthPercent(),
                    List.of(0, 0, 0, 3, 0, 0, 0, 0))))
        .hasMessageContaining("expected classes 0..1");
    assertThat(tell("log").subList(log.size(), tell("log").size()))
        .noneMatch(line -> line.contains("ets="));
  }

  @Test
  void aMapThatTheFirstEntryWouldChangeHoldsItBack() {
    set(
        new Ets(
            ONE_TO_ONE.selection(),
            List.of(30, 70, 0, 0, 0, 0, 0, 0),
            List.of(0, 0, 0, 1, 0, 0, 0, 0)));

    assertThatThrownBy(() -> set(map(26, 3))).hasMessageContaining("set ets first");
    assertThat(written()).isEmpty();
  }

  @Test
  void theRisksAreThoseOfANetdevThatGoesDownAndUpAndThereIsTimeForIt() {
    var known = session.capabilities(TARGET);

    assertThat(known.of(SettingKind.PFC).risks())
        .extracting(Enum::name)
        .containsExactlyInAnyOrder("LINK_BOUNCE", "ADDRESSES_LOST");
    assertThat(known.of(SettingKind.DSCP_MAP).risks())
        .extracting(Enum::name)
        .containsExactlyInAnyOrder("LINK_BOUNCE", "ADDRESSES_LOST", "SCHEDULE_RESET");
    assertThat(session.patience()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aWholePolicyGoesThereAndBack() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder.resolve("s"), "enforce", NicMake.IRDMA)) {
      fixture.start();
      List<String> factory = fixture.tell("state " + NIC);
      StringBuilder classes = new StringBuilder();
      for (int tc = 0; tc < 8; tc++) {
        classes
            .append(tc == 0 ? "" : ",")
            .append(
                "{\"selection\":\"ets\",\"bandwidthPercent\":%d}"
                    .formatted(ONE_TO_ONE.bandwidthPercent().get(tc)));
      }
      String wishes =
          """
          {"changes":[{"port":"%1$s","setting":"pfc","value":{"lossless":[3]}},
          {"port":"%1$s","setting":"dscp","value":{"map":{"26":3,"48":6}}},
          {"port":"%1$s","setting":"ets","value":{"classes":[%2$s],\
          "classOfPriority":[0,1,2,3,4,5,6,7]}}]}\
          """
              .formatted(NIC, classes);

      HttpResponse<String> asked = fixture.post("/api/v1/commits", wishes);
      assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
      String commit = asked.headers().firstValue("Location").orElseThrow();
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("awaiting-confirm"), "it is not applied");
      assertThat(fixture.tell("state " + NIC)).contains("pfc 3");

      fixture.post(commit + ":cancel", "{}");
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("rolled-back"), "it is not undone");
      DaemonFixture.await(() -> fixture.tell("state " + NIC).equals(factory), "something is left");
    }
  }
}
