package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Pfc;
import java.util.Comparator;

/**
 * The order in which every prefix of a plan is safe: what protects comes before what sends traffic
 * into it, and what protects is taken away last. Headroom before PFC, PFC before the DSCP map that
 * moves packets to the priority; switching off is the reverse.
 */
final class Order {
  static final Comparator<Change> SAFE =
      Comparator.comparingInt(Order::rank).thenComparing(Change::target);

  private Order() {}

  private static int rank(Change change) {
    return switch (change.after()) {
      case GlobalPause pause -> pause.equals(GlobalPause.OFF) ? 0 : 12;
      case dev.losslessd.model.Ets ets -> 1;
      case Headroom headroom -> grows(change) ? 2 : 11;
      case dev.losslessd.model.Mtu mtu -> 1;
      case dev.losslessd.model.Lossless lossless -> onlyRemoves(change) ? 13 : 2;
      case Pfc pfc -> onlyRemoves(change) ? 10 : 3;
      case dev.losslessd.model.PfcWatchdog watchdog -> watchdog.on() ? 4 : 9;
      case dev.losslessd.model.Ecn ecn -> 4;
      case dev.losslessd.model.Trust trust -> 5;
      case dev.losslessd.model.DscpMap map -> 6;
      case dev.losslessd.model.Dcqcn dcqcn -> 7;
    };
  }

  private static boolean onlyRemoves(Change change) {
    return (mask(change.after()) & ~mask(change.before())) == 0;
  }

  private static int mask(dev.losslessd.model.Setting setting) {
    return switch (setting) {
      case Pfc pfc -> pfc.lossless().mask();
      case dev.losslessd.model.Lossless lossless -> lossless.priorities().mask();
      default -> 0;
    };
  }

  /** A shared pool is carved: growing the part of any buffer but 0 is protection for some class. */
  private static boolean grows(Change change) {
    if (!(change.before() instanceof Headroom before)
        || !(change.after() instanceof Headroom after)) {
      return true;
    }
    for (int buffer = 1; buffer < 8; buffer++) {
      if (after.bufferBytes().get(buffer) < before.bufferBytes().get(buffer)) {
        return false;
      }
    }
    return true;
  }
}
