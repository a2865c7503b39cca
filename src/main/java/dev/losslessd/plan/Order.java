package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.NicSetting;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Risk;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.model.Trust;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order in which every prefix of a plan is safe, over both ends of a link: what protects comes
 * before what sends traffic into it, and is taken away after the traffic has left. Headroom before
 * PFC, PFC before queues and marking, those before the switch's classification, that before the
 * host's, and the host's mark last; switching off is the reverse.
 */
final class Order implements Comparator<Change> {
  /** Rank at which the host's traffic moves from one priority to another. */
  private static final int MOVE = 20;

  /** Rank from which a switch puts packets into classes. */
  private static final int CLASSIFY = 8;

  private final Neighbourhood around;

  /** Changes of DSCP maps, by target. */
  private final Map<Target, Change> maps = new HashMap<>();

  /** Ports whose schedule starts anew with their DSCP entries: it is set after those. */
  private final Set<Target> startingAnew;

  /**
   * @param changes among which it is the order
   */
  Order(Neighbourhood around, Collection<Change> changes) {
    this.around = around;
    changes.stream()
        .filter(change -> change.after() instanceof DscpMap)
        .forEach(change -> maps.put(change.target(), change));
    this.startingAnew =
        maps.values().stream()
            .filter(change -> change.risks().contains(Risk.SCHEDULE_RESET))
            .map(Change::target)
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public int compare(Change one, Change other) {
    return Comparator.<Change>comparingInt(this::rank)
        .thenComparing(Change::target)
        .thenComparingInt(this::markedWithin)
        .compare(one, other);
  }

  /**
   * The mark of RDMA packets moves into a class when the port's map has it, and leaves one before
   * the map loses it.
   */
  private int markedWithin(Change change) {
    return switch (change.before()) {
      case RoceTos tos -> leaves(change.target(), tos.tos()) ? -1 : 1;
      case TrafficClass tc -> leaves(change.target(), tc.value()) ? -1 : 1;
      default -> 0;
    };
  }

  private boolean leaves(Target port, int tos) {
    Change map = maps.get(port);
    if (map == null || tos < 0) {
      return false;
    }
    Dscp dscp = Dscp.of(tos >> 2);
    Map<Dscp, Priority> before = ((DscpMap) map.before()).entries();
    return before.containsKey(dscp)
        && !Objects.equals(before.get(dscp), ((DscpMap) map.after()).entries().get(dscp));
  }

  /** Whether it takes protection away, which must come after the traffic has moved. */
  boolean late(Change change) {
    return rank(change) > MOVE;
  }

  /** Role of a step for the far ends of its device's cables, in rising order. */
  enum Phase {
    /** Gives protection, or takes some that nothing needs. */
    PROTECT,
    /** The switch sends traffic into what is protected. */
    CLASSIFY,
    /** The host moves its traffic to another priority. */
    MOVE,
    /** The switch stops sending traffic into what was protected. */
    DECLASSIFY,
    /** Protection is taken away at last. */
    STRIP
  }

  Phase phase(Change change) {
    int rank = rank(change);
    if (rank == MOVE) {
      return Phase.MOVE;
    }
    boolean classifies = Math.min(rank, 2 * MOVE - rank) >= CLASSIFY;
    if (rank < MOVE) {
      return classifies ? Phase.CLASSIFY : Phase.PROTECT;
    }
    return classifies ? Phase.DECLASSIFY : Phase.STRIP;
  }

  private int rank(Change change) {
    boolean onSwitch = around.isSwitch(change.device());
    return switch (change.after()) {
      // who decides comes before what is decided
      case DcbxMode mode -> turn(-1, mode.equals(DcbxMode.HOST));
      case GlobalPause pause -> turn(0, pause.equals(GlobalPause.OFF));
      case Headroom headroom -> turn(1, grows(change));
      case Lossless lossless -> turn(1, !onlyRemoves(change));
      case Mtu mtu when onSwitch -> turn(3, mtu.bytes() > ((Mtu) change.before()).bytes());
      // the other way round: a host may always send less, and sends more when the switch takes it
      case Mtu mtu -> turn(2, mtu.bytes() < ((Mtu) change.before()).bytes());
      case Pfc pfc -> turn(4, !onlyRemoves(change));
      case PfcWatchdog watchdog -> turn(5, watchdog.on());
      // bnxt takes no PFC before; what was there is not told, so nothing is known to weaken
      case Ets ets when change.risks().contains(Risk.NOT_TOLD_BEFORE) -> 3;
      case Ets ets -> turn(6, !weakens(change) && !startingAnew.contains(change.target()));
      case Ecn ecn -> turn(7, ecn.marking().keySet().containsAll(marked(change)));
      case DscpMap map when onSwitch ->
          turn(
              CLASSIFY,
              map.entries().keySet().containsAll(((DscpMap) change.before()).entries().keySet()));
      case Trust trust when onSwitch -> turn(CLASSIFY + 1, trust.field() == Trust.Field.DSCP);
      case EcnCount count -> MOVE;
      case NicSetting moved -> MOVE;
    };
  }

  /** Rank of a step: as given if it protects, else mirrored behind the move. */
  private static int turn(int rank, boolean protects) {
    return protects ? rank : 2 * MOVE - rank;
  }

  private static boolean onlyRemoves(Change change) {
    return (mask(change.after()) & ~mask(change.before())) == 0;
  }

  private static int mask(Setting setting) {
    PrioritySet set =
        switch (setting) {
          case Pfc pfc -> pfc.lossless();
          case Lossless lossless -> lossless.priorities();
          default -> PrioritySet.NONE;
        };
    return set.mask();
  }

  private static Set<Priority> marked(Change change) {
    return ((Ecn) change.before()).marking().keySet();
  }

  /** A priority that was strict, CNPs usually, is not so any more, whatever its class is. */
  private static boolean weakens(Change change) {
    Ets before = (Ets) change.before();
    Ets after = (Ets) change.after();
    return IntStream.range(0, Priority.COUNT)
        .anyMatch(priority -> isStrict(before, priority) && !isStrict(after, priority));
  }

  private static boolean isStrict(Ets ets, int priority) {
    return ets.selection().get(ets.classOfPriority().get(priority)) == Ets.Selection.STRICT;
  }

  /** A shared pool is carved: growing the part of any buffer but 0 is protection for some class. */
  private static boolean grows(Change change) {
    Headroom before = (Headroom) change.before();
    Headroom after = (Headroom) change.after();
    for (int buffer = 1; buffer < 8; buffer++) {
      if (after.bufferBytes().get(buffer) < before.bufferBytes().get(buffer)) {
        return false;
      }
    }
    return true;
  }
}
