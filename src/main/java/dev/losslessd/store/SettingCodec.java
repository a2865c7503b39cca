package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.Risk;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.model.Trust;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Settings and changes as bytes. Enumerations go by name, so that their order is free. */
final class SettingCodec {
  private static final int PFC = 1;
  private static final int ETS = 2;
  private static final int TRUST = 3;
  private static final int DSCP_MAP = 4;
  private static final int HEADROOM = 5;
  private static final int DCQCN = 6;
  private static final int GLOBAL_PAUSE = 7;
  private static final int LOSSLESS = 8;
  private static final int ECN = 9;
  private static final int MTU = 10;
  private static final int PFC_WATCHDOG = 11;
  private static final int MAX_RATE = 12;
  private static final int DCBX_MODE = 13;
  private static final int ECN_COUNT = 14;
  private static final int RDMA_DSCP = 15;
  private static final int ROCE_TOS = 16;
  private static final int TRAFFIC_CLASS = 17;
  private static final int OPTIONAL_COUNTERS = 18;
  private static final int FIRMWARE = 19;

  /** With at least one value; without any it is written as it always was. */
  private static final int PFC_WATCHDOG_VALUES = 20;

  private SettingCodec() {}

  static void write(DataOutputStream out, Setting setting) throws IOException {
    switch (setting) {
      case Pfc pfc -> {
        out.writeByte(PFC);
        out.writeByte(pfc.lossless().mask());
      }
      case Ets ets -> {
        out.writeByte(ETS);
        for (int i = 0; i < 8; i++) {
          out.writeByte(ets.selection().get(i).code());
          out.writeByte(ets.bandwidthPercent().get(i));
          out.writeByte(ets.classOfPriority().get(i));
        }
      }
      case Trust trust -> {
        out.writeByte(TRUST);
        out.writeUTF(trust.field().name());
      }
      case DscpMap map -> {
        out.writeByte(DSCP_MAP);
        out.writeByte(map.entries().size());
        for (var entry : map.entries().entrySet()) {
          out.writeByte(entry.getKey().value());
          out.writeByte(entry.getValue().value());
        }
      }
      case Headroom headroom -> {
        out.writeByte(HEADROOM);
        for (int i = 0; i < 8; i++) {
          out.writeByte(headroom.bufferOfPriority().get(i));
          out.writeLong(headroom.bufferBytes().get(i));
        }
      }
      case Dcqcn dcqcn -> {
        out.writeByte(DCQCN);
        PrioritySet enabled = dcqcn.enabled();
        out.writeShort(enabled == null ? -1 : enabled.mask());
        out.writeByte(dcqcn.values().size());
        for (var value : dcqcn.values().entrySet()) {
          out.writeUTF(value.getKey().name());
          out.writeLong(value.getValue());
        }
      }
      case GlobalPause pause -> {
        out.writeByte(GLOBAL_PAUSE);
        out.writeBoolean(pause.receive());
        out.writeBoolean(pause.send());
      }
      case Lossless lossless -> {
        out.writeByte(LOSSLESS);
        out.writeByte(lossless.priorities().mask());
      }
      case Ecn ecn -> {
        out.writeByte(ECN);
        out.writeByte(ecn.marking().size());
        for (var entry : ecn.marking().entrySet()) {
          out.writeByte(entry.getKey().value());
          out.writeLong(entry.getValue().minBytes());
          out.writeLong(entry.getValue().maxBytes());
          out.writeByte(entry.getValue().probabilityPercent());
        }
      }
      case EcnCount count -> {
        out.writeByte(ECN_COUNT);
        out.writeByte(count.priorities().mask());
      }
      case Mtu mtu -> {
        out.writeByte(MTU);
        out.writeInt(mtu.bytes());
      }
      case PfcWatchdog watchdog -> watchdog(out, watchdog);
      case MaxRate rate -> {
        out.writeByte(MAX_RATE);
        for (long kbit : rate.kbitPerSecond()) {
          out.writeLong(kbit);
        }
      }
      case DcbxMode mode -> {
        out.writeByte(DCBX_MODE);
        out.writeUTF(mode.decider().name());
      }
      case RoceTos tos -> {
        out.writeByte(ROCE_TOS);
        out.writeByte(tos.tos());
      }
      case TrafficClass one -> {
        out.writeByte(TRAFFIC_CLASS);
        out.writeShort(one.value());
      }
      case OptionalCounters counters -> {
        out.writeByte(OPTIONAL_COUNTERS);
        out.writeShort(counters.on().size());
        for (String name : counters.on()) {
          out.writeUTF(name);
        }
      }
      case FirmwareConfig firmware -> {
        out.writeByte(FIRMWARE);
        out.writeShort(firmware.values().size());
        for (var entry : firmware.values().entrySet()) {
          out.writeUTF(entry.getKey());
          out.writeUTF(entry.getValue());
        }
      }
      case RdmaDscp dscp -> {
        out.writeByte(RDMA_DSCP);
        Dscp forced = dscp.forced();
        out.writeByte(forced == null ? -1 : forced.value());
      }
    }
  }

  static Setting read(DataInputStream in) throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case PFC -> new Pfc(new PrioritySet(in.readUnsignedByte()));
      case ETS -> ets(in);
      case TRUST -> new Trust(Trust.Field.valueOf(in.readUTF()));
      case DSCP_MAP -> dscpMap(in);
      case HEADROOM -> headroom(in);
      case DCQCN -> dcqcn(in);
      case GLOBAL_PAUSE -> new GlobalPause(in.readBoolean(), in.readBoolean());
      case LOSSLESS -> new Lossless(new PrioritySet(in.readUnsignedByte()));
      case ECN -> ecn(in);
      case ECN_COUNT -> new EcnCount(new PrioritySet(in.readUnsignedByte()));
      case MTU -> new Mtu(in.readInt());
      case PFC_WATCHDOG -> new PfcWatchdog(in.readBoolean());
      case PFC_WATCHDOG_VALUES -> watchdog(in);
      case MAX_RATE -> maxRate(in);
      case DCBX_MODE -> new DcbxMode(DcbxMode.Decider.valueOf(in.readUTF()));
      case ROCE_TOS -> new RoceTos(in.readUnsignedByte());
      case TRAFFIC_CLASS -> new TrafficClass(in.readShort());
      case OPTIONAL_COUNTERS -> optionalCounters(in);
      case FIRMWARE -> firmware(in);
      case RDMA_DSCP -> rdmaDscp(in.readByte());
      default -> throw new IOException("unknown setting " + tag);
    };
  }

  static void write(DataOutputStream out, Change change) throws IOException {
    out.writeUTF(change.target().text());
    write(out, change.before());
    write(out, change.after());
    out.writeUTF(change.wordsBefore());
    out.writeUTF(change.wordsAfter());
    out.writeInt(change.touches().size());
    for (PortId port : change.touches()) {
      out.writeUTF(port.toString());
    }
    out.writeByte(change.risks().size());
    for (Risk risk : change.risks()) {
      out.writeUTF(risk.name());
    }
  }

  /**
   * @param withWords false for records of the first releases, which had none
   */
  static Change readChange(DataInputStream in, boolean withWords) throws IOException {
    Target target = Target.parse(in.readUTF());
    Setting before = read(in);
    Setting after = read(in);
    String wordsBefore = withWords ? in.readUTF() : "";
    String wordsAfter = withWords ? in.readUTF() : "";
    List<PortId> touches = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      touches.add(PortId.parse(in.readUTF()));
    }
    Set<Risk> risks = EnumSet.noneOf(Risk.class);
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      risks.add(Risk.valueOf(in.readUTF()));
    }
    return new Change(target, before, after, wordsBefore, wordsAfter, touches, risks);
  }

  private static void watchdog(DataOutputStream out, PfcWatchdog watchdog) throws IOException {
    PfcWatchdog.Action action = watchdog.action();
    if (watchdog.equals(new PfcWatchdog(watchdog.on()))) {
      out.writeByte(PFC_WATCHDOG);
      out.writeBoolean(watchdog.on());
      return;
    }
    out.writeByte(PFC_WATCHDOG_VALUES);
    out.writeInt(watchdog.detectMillis() == null ? 0 : watchdog.detectMillis());
    out.writeInt(watchdog.restoreMillis() == null ? 0 : watchdog.restoreMillis());
    out.writeUTF(action == null ? "" : action.name());
  }

  private static PfcWatchdog watchdog(DataInputStream in) throws IOException {
    int detect = in.readInt();
    int restore = in.readInt();
    String action = in.readUTF();
    return new PfcWatchdog(
        true,
        detect == 0 ? null : detect,
        restore == 0 ? null : restore,
        action.isEmpty() ? null : PfcWatchdog.Action.valueOf(action));
  }

  private static Ets ets(DataInputStream in) throws IOException {
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    List<Integer> classes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      selection.add(Ets.Selection.ofCode(in.readUnsignedByte()));
      share.add(in.readUnsignedByte());
      classes.add(in.readUnsignedByte());
    }
    return new Ets(selection, share, classes);
  }

  private static DscpMap dscpMap(DataInputStream in) throws IOException {
    Map<Dscp, Priority> entries = new TreeMap<>();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      entries.put(Dscp.of(in.readUnsignedByte()), Priority.of(in.readUnsignedByte()));
    }
    return DscpMap.of(entries);
  }

  private static Ecn ecn(DataInputStream in) throws IOException {
    Map<Priority, Ecn.Marking> marking = new TreeMap<>();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      Priority priority = Priority.of(in.readUnsignedByte());
      marking.put(priority, new Ecn.Marking(in.readLong(), in.readLong(), in.readByte()));
    }
    return Ecn.of(marking);
  }

  private static OptionalCounters optionalCounters(DataInputStream in) throws IOException {
    Set<String> on = new TreeSet<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      on.add(in.readUTF());
    }
    return OptionalCounters.of(on);
  }

  private static FirmwareConfig firmware(DataInputStream in) throws IOException {
    Map<String, String> values = new TreeMap<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      values.put(in.readUTF(), in.readUTF());
    }
    return new FirmwareConfig(values);
  }

  private static RdmaDscp rdmaDscp(int value) {
    return value < 0 ? RdmaDscp.NONE : RdmaDscp.of(value);
  }

  private static MaxRate maxRate(DataInputStream in) throws IOException {
    List<Long> kbit = new ArrayList<>();
    for (int tc = 0; tc < MaxRate.CLASSES; tc++) {
      kbit.add(in.readLong());
    }
    return new MaxRate(kbit);
  }

  private static Headroom headroom(DataInputStream in) throws IOException {
    List<Integer> buffers = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      buffers.add(in.readUnsignedByte());
      bytes.add(in.readLong());
    }
    return new Headroom(buffers, bytes);
  }

  private static Dcqcn dcqcn(DataInputStream in) throws IOException {
    int mask = in.readShort();
    @Nullable PrioritySet enabled = mask < 0 ? null : new PrioritySet(mask);
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      values.put(DcqcnParameter.valueOf(in.readUTF()), in.readLong());
    }
    return new Dcqcn(enabled, values);
  }
}
