package dev.losslessd.fabric.host;

import dev.losslessd.fabric.host.Attributes.Attribute;
import dev.losslessd.model.PrioritySet;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The body of an IEEE_SET or IEEE_DEL: parts in the kernel's order, up to the first error, and no
 * rollback of the parts before it.
 */
final class IeeeWrite {
  private static final int[][] LEAST_BYTES = {
    {DcbWire.IEEE_ETS, DcbWire.ETS_BYTES},
    {DcbWire.IEEE_PFC, DcbWire.PFC_BYTES},
    {DcbWire.IEEE_MAXRATE, DcbWire.MAXRATE_BYTES},
    {DcbWire.IEEE_BUFFER, DcbWire.BUFFER_BYTES},
  };

  private final FakeNic nic;
  private final Attributes parts;
  private final StringJoiner told = new StringJoiner(" ");
  private boolean bounces;

  IeeeWrite(FakeNic nic, Attributes parts) {
    this.nic = nic;
    this.parts = parts;
  }

  /** Whether a structure is shorter than the kernel's policy wants, which ends in ERANGE. */
  boolean tooShort() {
    for (int[] least : LEAST_BYTES) {
      ByteBuffer payload = parts.get(least[0]);
      if (payload != null && payload.limit() < least[1]) {
        return true;
      }
    }
    return false;
  }

  /** Whether the link went down by it. */
  boolean bounces() {
    return bounces;
  }

  /** Text of the request for the write log. */
  String told() {
    return told.toString();
  }

  /** Carries out the write; returns 0, or the negative errno of the part that failed. */
  int set() {
    int resets = nic.dcb().resets();
    int verdict = parts();
    bounces |= resets != nic.dcb().resets();
    return verdict;
  }

  private int parts() {
    int verdict = ets(parts.get(DcbWire.IEEE_ETS));
    verdict = verdict == 0 ? maxRate(parts.get(DcbWire.IEEE_MAXRATE)) : verdict;
    verdict = verdict == 0 ? pfc(parts.get(DcbWire.IEEE_PFC)) : verdict;
    verdict = verdict == 0 ? buffer(parts.get(DcbWire.IEEE_BUFFER)) : verdict;
    verdict = verdict == 0 ? entries(parts.get(DcbWire.IEEE_REWR_TABLE), this::rewrite) : verdict;
    verdict = verdict == 0 ? entries(parts.get(DcbWire.IEEE_APP_TABLE), this::add) : verdict;
    boolean trust = parts.get(DcbWire.IEEE_TRUST_TABLE) != null;
    return verdict == 0 && trust ? Errno.EOPNOTSUPP.negative() : verdict;
  }

  int delete() {
    int resets = nic.dcb().resets();
    int verdict = entriesGone();
    bounces |= resets != nic.dcb().resets();
    return verdict;
  }

  private int entriesGone() {
    int verdict = entries(parts.get(DcbWire.IEEE_APP_TABLE), this::remove);
    return verdict == 0
        ? entries(parts.get(DcbWire.IEEE_REWR_TABLE), this::forgetRewrite)
        : verdict;
  }

  private int ets(@Nullable ByteBuffer payload) {
    if (payload == null) {
      return 0;
    }
    int[] bandwidth = DcbWire.u8s(payload, 3);
    int[] tsa = DcbWire.u8s(payload, 19);
    int[] map = DcbWire.u8s(payload, 27);
    told.add("ets=bw:%s/tsa:%s/prio-tc:%s".formatted(list(bandwidth), list(tsa), list(map)));
    return nic.write(WriteKind.ETS, () -> nic.dcb().setEts(tsa, bandwidth, map));
  }

  private int maxRate(@Nullable ByteBuffer payload) {
    if (payload == null) {
      return 0;
    }
    long[] kbps = DcbWire.u64s(payload, 0);
    told.add("maxrate=" + Arrays.toString(kbps).replaceAll("[\\[\\] ]", ""));
    return nic.write(WriteKind.MAXRATE, () -> nic.dcb().setMaxRate(kbps));
  }

  private int pfc(@Nullable ByteBuffer payload) {
    if (payload == null) {
      return 0;
    }
    int mask = Byte.toUnsignedInt(payload.get(1));
    int delay = Short.toUnsignedInt(payload.getShort(4));
    told.add("pfc=" + new PrioritySet(mask) + " delay=" + delay);
    PrioritySet before = nic.dcb().pfc();
    int verdict = nic.write(WriteKind.PFC, () -> nic.dcb().setPfc(mask, delay));
    bounces = nic.make().bouncesOnPfc() && !before.equals(nic.dcb().pfc());
    return verdict;
  }

  private int buffer(@Nullable ByteBuffer payload) {
    if (payload == null) {
      return 0;
    }
    int[] map = DcbWire.u8s(payload, 0);
    int[] sizes = DcbWire.u32s(payload, 8);
    told.add("buffer=map:%s/sizes:%s".formatted(list(map), list(sizes)));
    if (Arrays.stream(map).anyMatch(buffer -> buffer >= Mlx5Buffers.COUNT)) {
      return Errno.EINVAL.negative();
    }
    return nic.write(WriteKind.BUFFER, () -> nic.dcb().setBuffer(map, sizes));
  }

  private int entries(@Nullable ByteBuffer table, ToIntFunction<AppEntry> operation) {
    if (table == null) {
      return 0;
    }
    for (Attribute entry : Attributes.in(table).all()) {
      int verdict = entry(entry, operation);
      if (verdict != 0) {
        return verdict;
      }
    }
    return 0;
  }

  private static int entry(Attribute entry, ToIntFunction<AppEntry> operation) {
    if (entry.type() != DcbWire.IEEE_APP && entry.type() != DcbWire.DCB_APP) {
      return 0;
    }
    if (entry.payload().limit() < DcbWire.APP_BYTES) {
      return Errno.ERANGE.negative();
    }
    AppEntry app = DcbWire.app(entry.payload());
    return home(app.selector()) == entry.type()
        ? operation.applyAsInt(app)
        : Errno.EINVAL.negative();
  }

  private int add(AppEntry app) {
    tell("app", app);
    return nic.write(WriteKind.APP, () -> nic.dcb().setApp(app));
  }

  private int remove(AppEntry app) {
    tell("app", app);
    return nic.write(WriteKind.APP, () -> nic.dcb().deleteApp(app));
  }

  /** mlx5 has no operation for it: the kernel's own list takes it, and no packet changes. */
  private int rewrite(AppEntry app) {
    tell("rewr", app);
    return nic.dcb().addRewrite(app);
  }

  private int forgetRewrite(AppEntry app) {
    tell("rewr", app);
    return nic.dcb().deleteRewrite(app);
  }

  private void tell(String table, AppEntry app) {
    told.add("%s=%d:%d:%d".formatted(table, app.selector(), app.protocol(), app.priority()));
  }

  /** The attribute in which a selector belongs; 0 for one that does not exist. */
  private static int home(int selector) {
    if (selector == 255) {
      return DcbWire.DCB_APP;
    }
    return selector >= 1 && selector <= 5 ? DcbWire.IEEE_APP : 0;
  }

  private static String list(int[] values) {
    StringJoiner text = new StringJoiner(",");
    for (int value : values) {
      text.add(Integer.toUnsignedString(value));
    }
    return text.toString();
  }
}
