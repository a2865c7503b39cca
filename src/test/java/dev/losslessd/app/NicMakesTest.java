package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.generic.GenericDriver;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Risk;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.transport.WriteGate;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosts whose NICs are not mlx5, on the fabric's fakes of them. */
@SystemGroup
class NicMakesTest {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final String NIC = "gpu01:ens1f0np0";

  private static final String WISHES =
      """
      {"port":"gpu01:ens1f0np0","setting":"pfc","value":{"lossless":[3]}},
      {"port":"gpu01:ens1f0np0","setting":"dcqcn","value":{"cnpDscp":46,"cnpPriority":6}},
      {"port":"gpu01:ens1f0np0","setting":"dscp","value":{"map":{"26":3,"48":6}}},
      {"port":"gpu01:ens1f0np0","setting":"roce-tos","value":{"tos":106}}\
      """;

  @TempDir private Path folder;

  @Test
  void aBroadcomNicIsSetReadBackAndUndoneByTheDaemon() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", NicMake.BNXT)) {
      fixture.start();
      List<String> factory = fixture.tell("state " + NIC);

      HttpResponse<String> asked =
          fixture.post("/api/v1/commits", "{\"changes\":[" + WISHES + "]}");
      assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
      String commit = asked.headers().firstValue("Location").orElseThrow();
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("awaiting-confirm"), "it is not applied");

      assertThat(fixture.tell("state " + NIC))
          .contains(
              "pfc 3",
              "tsa [2, 2, 0, 0, 0, 0, 0, 0]",
              "bandwidth [50, 50, 0, 0, 0, 0, 0, 0]",
              "prio-tc [0, 0, 0, 1, 0, 0, 0, 0]",
              "cc cnp_dscp 46",
              "cc cnp_prio 6",
              "roce-tos 106",
              "trust dscp");
      assertThat(fixture.get(commit).body())
          .as("the plan names the schedule that stands")
          .contains("prio-tc=0,0,0,1,0,0,0,0", "not-told-before");
      assertThat(fixture.type("get", NIC, "dcqcn").text()).contains("46");
      String counters = fixture.type("counters", NIC, "--all").text();
      assertThat(counters)
          .contains("roce_cnp_handled_total")
          .contains("rx_pfc_ena_frames_pri3")
          .contains("(of one queue of the netdev: there are hundreds)")
          .doesNotContain(Counter.UNKNOWN);

      fixture.post(commit + ":cancel", "{}");
      DaemonFixture.await(
          () -> fixture.get(commit).body().contains("rolled-back"), "it is not undone");
      assertThat(fixture.tell("state " + NIC)).containsExactlyElementsOf(factory);
    }
  }

  @ParameterizedTest
  @EnumSource(NicMake.class)
  void everyMakeIsFoundCountedAndSetAsFarAsItGoes(NicMake make) throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withNics(make);
    try (Fabric fabric = Fabric.start(folder.resolve("f"), options, new SystemPace());
        Host host = host(fabric)) {
      host.discover();
      assertThat(host.nics()).hasSize(2);
      Nic nic = host.nics().getFirst();
      assertThat(Drivers.of(nic).name()).isEqualTo(make.toString());

      everyCounterIsKnown(host.everything(nic.port()).orElseThrow());
      settingsGoThereAndBack(host, Target.port(nic.port()), make);
    }
  }

  @ParameterizedTest
  @EnumSource(NicMake.class)
  void theRisksAreThoseOfTheTableOfKernelFunctions(NicMake make) throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withNics(make);
    try (Fabric fabric = Fabric.start(folder.resolve("f"), options, new SystemPace());
        Host host = host(fabric)) {
      host.discover();
      Target target = Target.port(host.nics().getFirst().port());
      Map<SettingKind, Set<Risk>> table = NicTable.of(make.toString());
      table.remove(SettingKind.FIRMWARE); // the fabric has no mstconfig

      assertThat(risks(host.session(), target)).isEqualTo(table);
    }
  }

  @Test
  void theRisksOfTheGenericDriverAreThoseOfItsRows() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withNics(NicMake.MLX5);
    try (Fabric fabric = Fabric.start(folder.resolve("f"), options, new SystemPace());
        Host host = host(fabric);
        HostAccess access = kernel(fabric).open()) {
      host.discover();
      Nic nic = ofDriver("i40e", host.nics().getFirst());
      try (Session session = new GenericDriver().open(nic, access)) {
        assertThat(risks(session, Target.port(nic.port()))).isEqualTo(NicTable.of("generic"));
      }
    }
  }

  private static Nic ofDriver(String kernelDriver, Nic nic) {
    return new Nic(
        nic.port(),
        nic.rdmaDevice(),
        nic.rdmaPort(),
        nic.pciAddress(),
        nic.numaNode(),
        kernelDriver,
        nic.firmware(),
        nic.model(),
        nic.mac(),
        nic.role(),
        nic.linkLayer(),
        nic.state(),
        nic.rateMbps(),
        nic.gids(),
        nic.words());
  }

  /** Risks of each setting that the driver can write. */
  private static Map<SettingKind, Set<Risk>> risks(Session session, Target target) {
    Map<SettingKind, Set<Risk>> shown = new EnumMap<>(SettingKind.class);
    session
        .capabilities(target)
        .settings()
        .forEach((kind, can) -> {
          if (can.access() == Capability.Access.WRITE) {
            shown.put(kind, can.risks());
          }
        });
    return shown;
  }

  private static Host host(Fabric fabric) {
    return new Host(HOST, kernel(fabric), RealTime.get(), _ -> false, _ -> true);
  }

  private static Kernel kernel(Fabric fabric) {
    Path place = fabric.hostDir(HOST);
    return new Kernel(
        place.resolve("root"),
        Optional.of(place),
        Duration.ofSeconds(20),
        WriteGate.OPEN,
        System::nanoTime);
  }

  private static void everyCounterIsKnown(Sweep sweep) {
    assertThat(sweep.schema().counters())
        .filteredOn(counter -> counter.whyNot().equals(Counter.UNKNOWN))
        .extracting(Counter::rawName)
        .isEmpty();
    assertThat(sweep.schema().counters())
        .extracting(Counter::signal)
        .contains(Signal.CNP_SENT, Signal.CNP_HANDLED);
  }

  private static void settingsGoThereAndBack(Host host, Target target, NicMake make) {
    var session = host.session();
    Observed before = session.read(target);
    for (Setting wish : wishes(make)) {
      Change change = change(target, before, wish);
      session.apply(change);
      DaemonFixture.await(
          () -> change.isMet(session.read(target).reading(wish.kind())), change.text());
      session.apply(change.inverse());
      DaemonFixture.await(
          () -> change.inverse().isMet(session.read(target).reading(wish.kind())),
          change.inverse().text());
    }
    if (make == NicMake.IONIC) {
      Capability pfc = session.capabilities(target).of(SettingKind.PFC);
      assertThat(pfc.access()).isEqualTo(Capability.Access.NONE);
      assertThat(pfc.why()).contains("nicctl");
      Change none = new Change(target, Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(), Set.of());
      assertThatThrownBy(() -> session.apply(none)).isInstanceOf(DeviceException.class);
    }
  }

  private static List<Setting> wishes(NicMake make) {
    List<Setting> wishes = new ArrayList<>();
    if (make == NicMake.BNXT) {
      wishes.add(Ets.even(PrioritySet.of(3)));
    } else if (make != NicMake.IONIC) {
      wishes.add(new Pfc(PrioritySet.of(3)));
    }
    if (make != NicMake.IONIC) {
      wishes.add(DscpMap.of(Map.of(new Dscp(26), Priority.of(3))));
      wishes.add(new RoceTos(104));
    }
    if (make == NicMake.MLX5) {
      wishes.add(new TrafficClass(106));
      wishes.add(OptionalCounters.of(Set.of("cc_tx_cnp_pkts")));
    }
    return wishes;
  }

  private static Change change(Target target, Observed before, Setting wish) {
    Setting was = before.reading(wish.kind()).standing().orElseThrow();
    return new Change(target, was, wish.over(was), List.of(), Set.of());
  }
}
