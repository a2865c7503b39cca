package dev.losslessd.model;

import dev.losslessd.house.GoldenFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Values of every kind whose forms are golden files of {@code src/test/resources/settings}. */
public final class SettingExamples {
  private SettingExamples() {}

  /** One line for each value, as the file has it. */
  public static void check(String name, Function<Setting, String> form) {
    Path file = Path.of("src/test/resources/settings", name + ".txt");
    StringBuilder text = new StringBuilder();
    all()
        .forEach(setting ->
            text.append(setting.kind().word())
                .append(" | ")
                .append(form.apply(setting))
                .append('\n'));
    GoldenFile.check(file, text.toString());
  }

  public static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    all.addAll(plain());
    all.addAll(lists());
    all.addAll(maps());
    all.addAll(dcqcn());
    return all;
  }

  private static List<Setting> plain() {
    return List.of(
        Pfc.OFF,
        new Pfc(PrioritySet.of(3, 7)),
        new Trust(Trust.Field.PCP),
        new Trust(Trust.Field.DSCP),
        GlobalPause.OFF,
        new GlobalPause(true, true),
        new GlobalPause(true, false),
        new GlobalPause(false, true),
        new Lossless(new PrioritySet(255)),
        EcnCount.NONE,
        new EcnCount(PrioritySet.of(0)),
        new Mtu(Mtu.SMALLEST),
        new Mtu(Mtu.LARGEST),
        new PfcWatchdog(true),
        PfcWatchdog.OFF,
        new PfcWatchdog(true, 200, 2000, PfcWatchdog.Action.DROP),
        new PfcWatchdog(true, null, PfcWatchdog.LONGEST_MILLIS, null),
        DcbxMode.HOST,
        DcbxMode.FIRMWARE,
        new RoceTos(0),
        new RoceTos(255),
        TrafficClass.NONE,
        new TrafficClass(0),
        new TrafficClass(255),
        RdmaDscp.NONE,
        RdmaDscp.of(0),
        RdmaDscp.of(63));
  }

  private static List<Setting> lists() {
    return List.of(
        Ets.even(PrioritySet.of(3, 6)),
        new Ets(
            List.of(
                Ets.Selection.STRICT,
                Ets.Selection.CREDIT_SHAPER,
                Ets.Selection.ETS,
                Ets.Selection.VENDOR,
                Ets.Selection.ETS,
                Ets.Selection.STRICT,
                Ets.Selection.STRICT,
                Ets.Selection.STRICT),
            List.of(0, 0, 1, 0, 99, 0, 0, 0),
            List.of(7, 6, 5, 4, 3, 2, 1, 0)),
        new Headroom(
            List.of(0, 0, 0, 1, 2, 0, 7, 0),
            List.of(20_480L, 0xffff_ffffL, 0x8000_0000L, 0L, 0L, 0L, 0L, 65_536L)),
        MaxRate.NONE,
        new MaxRate(List.of(64L, 1_500_000L, 0L, 40_000_000L, 1_500L, 0L, 0L, 0xffff_ffffL)),
        OptionalCounters.NONE,
        OptionalCounters.of(Set.of("cc_tx_cnp_pkts", "cc_rx_ce_pkts")));
  }

  private static List<Setting> maps() {
    return List.of(
        DscpMap.EMPTY,
        DscpMap.of(
            Map.of(
                Dscp.of(63),
                Priority.of(7),
                Dscp.of(26),
                Priority.of(3),
                Dscp.of(0),
                Priority.of(0))),
        Ecn.OFF,
        Ecn.of(
            Map.of(
                Priority.of(3),
                new Ecn.Marking(150_000, 0xffff_ffffL, 100),
                Priority.of(6),
                Ecn.Marking.UNTOLD,
                Priority.of(0),
                new Ecn.Marking(0, 0, 0))),
        new FirmwareConfig(Map.of("CNP_DSCP_P1", "48", "A", "True")));
  }

  private static List<Setting> dcqcn() {
    Map<DcqcnParameter, Long> lowest = new EnumMap<>(DcqcnParameter.class);
    Map<DcqcnParameter, Long> highest = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter one : DcqcnParameter.values()) {
      lowest.put(one, one.min());
      highest.put(one, one.max());
    }
    return List.of(
        new Dcqcn(PrioritySet.of(3), Collections.emptyMap()),
        new Dcqcn(PrioritySet.NONE, lowest),
        new Dcqcn(new PrioritySet(255), highest),
        new Dcqcn(null, Map.of(DcqcnParameter.GD, 11L, DcqcnParameter.CNP_DSCP, 48L)));
  }
}
