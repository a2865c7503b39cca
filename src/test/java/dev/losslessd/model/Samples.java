package dev.losslessd.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Random values of the field for property tests; the seed decides all. */
public final class Samples {
  private final Random random;

  public Samples(long seed) {
    random = new Random(seed);
  }

  public PortId port() {
    return PortId.parse(
        "gpu0" + (1 + random.nextInt(3)) + ":ens" + (1 + random.nextInt(4)) + "f0np0");
  }

  public Setting setting() {
    return setting(SettingKind.values()[random.nextInt(SettingKind.values().length)]);
  }

  /** A valid value of a kind. */
  public Setting setting(SettingKind kind) {
    return switch (kind) {
      case PFC -> new Pfc(new PrioritySet(random.nextInt(256)));
      case ETS -> ets();
      case TRUST -> new Trust(random.nextBoolean() ? Trust.Field.DSCP : Trust.Field.PCP);
      case DSCP_MAP -> dscpMap();
      case HEADROOM -> new Headroom(ints(8), longs(1L << 32));
      case DCQCN -> dcqcn();
      case GLOBAL_PAUSE -> new GlobalPause(random.nextBoolean(), random.nextBoolean());
      case LOSSLESS -> new Lossless(new PrioritySet(random.nextInt(256)));
      case ECN -> ecn();
      case ECN_COUNT -> new EcnCount(new PrioritySet(random.nextInt(256)));
      case MTU -> new Mtu(random.nextInt(Mtu.SMALLEST, Mtu.LARGEST + 1));
      case PFC_WATCHDOG -> watchdog();
      case MAX_RATE -> new MaxRate(longs(1L << 32));
      case ROCE_TOS -> new RoceTos(random.nextInt(256));
      case TRAFFIC_CLASS -> new TrafficClass(random.nextInt(-1, 256));
      case OPTIONAL_COUNTERS ->
          OptionalCounters.of(
              random.nextBoolean() ? Set.of() : Set.of("cc_rx_ce_pkts", "c" + random.nextInt(99)));
      case FIRMWARE ->
          new FirmwareConfig(
              random.nextBoolean()
                  ? Map.of("CNP_DSCP_P1", "" + random.nextInt(64))
                  : Map.of("USER_PROGRAMMABLE_CC", "True", "NUM_OF_PFC", "2"));
      case DCBX_MODE -> random.nextBoolean() ? DcbxMode.HOST : DcbxMode.FIRMWARE;
      case RDMA_DSCP -> random.nextBoolean() ? RdmaDscp.NONE : RdmaDscp.of(random.nextInt(64));
    };
  }

  private PfcWatchdog watchdog() {
    PfcWatchdog.Action[] actions = PfcWatchdog.Action.values();
    return random.nextBoolean()
        ? new PfcWatchdog(random.nextBoolean())
        : new PfcWatchdog(
            true,
            random.nextBoolean() ? null : random.nextInt(1, PfcWatchdog.LONGEST_MILLIS + 1),
            random.nextBoolean() ? null : random.nextInt(1, 60_001),
            random.nextBoolean() ? null : actions[random.nextInt(actions.length)]);
  }

  public Change change() {
    SettingKind kind = SettingKind.values()[random.nextInt(SettingKind.values().length)];
    PortId port = port();
    Set<Risk> risks = EnumSet.noneOf(Risk.class);
    for (Risk risk : Risk.values()) {
      if (random.nextBoolean()) {
        risks.add(risk);
      }
    }
    return new Change(
        Target.port(port), setting(kind), setting(kind), List.of(port, port()), risks);
  }

  private Ets ets() {
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      selection.add(random.nextBoolean() ? Ets.Selection.ETS : Ets.Selection.STRICT);
      share.add(0);
    }
    selection.set(0, Ets.Selection.ETS);
    share.set(0, 100);
    return new Ets(selection, share, ints(8));
  }

  private Ecn ecn() {
    Map<Priority, Ecn.Marking> marking = new TreeMap<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      long min = random.nextLong(1L << 24);
      marking.put(
          Priority.of(random.nextInt(8)),
          new Ecn.Marking(min, min + random.nextLong(1L << 24), random.nextInt(101)));
    }
    return Ecn.of(marking);
  }

  private DscpMap dscpMap() {
    Map<Dscp, Priority> entries = new TreeMap<>();
    for (int left = random.nextInt(6); left > 0; left--) {
      entries.put(Dscp.of(random.nextInt(64)), Priority.of(random.nextInt(8)));
    }
    return DscpMap.of(entries);
  }

  private Dcqcn dcqcn() {
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      if (random.nextInt(3) == 0) {
        values.put(parameter, random.nextLong(parameter.min(), parameter.max() + 1));
      }
    }
    return new Dcqcn(random.nextBoolean() ? null : new PrioritySet(random.nextInt(256)), values);
  }

  private List<Integer> ints(int bound) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(random.nextInt(bound));
    }
    return all;
  }

  private List<Long> longs(long bound) {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(random.nextLong(bound));
    }
    return all;
  }
}
