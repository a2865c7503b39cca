package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Schedulers of a port's queues, and the queue of each traffic class.
 *
 * <p>Weights are shares among each other, 1..100 (sonic-scheduler.yang), so a share of 0 % is
 * written as weight 1 beside weights that sum to 100. A queue without a scheduler is left to the
 * ASIC.
 */
final class EtsRows {
  static final PortSetting SETTING =
      new PortSetting(SettingKind.ETS, EtsRows::owned, EtsRows::read, EtsRows::write);

  private static final int LEAST = 1;

  private EtsRows() {}

  private static Owned owned(String port) {
    return Owned.fields(new Row(Tables.PORT_QOS_MAP, port), RowReferences.QUEUE_MAP)
        .andQueues(port, RowReferences.SCHEDULER);
  }

  static Reading.Value read(ConfigDb db, String port) {
    List<Selection> selection = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      Optional<Row> scheduler = scheduler(db, port, n);
      selection.add(scheduler.map(row -> selection(db, row)).orElse(Selection.VENDOR));
      boolean shares = selection.getLast() == Selection.ETS;
      weights.add(shares ? weight(db, scheduler.orElseThrow()) : 0);
    }
    List<Integer> queues = queues(db, port).orElse(ClassMap.NONE);
    String note =
        Shares.areShares(weights)
            ? ""
            : "weights " + Pattern.of("[\\[\\] ]").matcher(weights.toString()).replaceAll("");
    return new Reading.Value(new Ets(selection, Shares.of(weights), queues), "", note);
  }

  private static Optional<Row> scheduler(ConfigDb db, String port, int queue) {
    Optional<Row> row = PortRows.of(db, Tables.QUEUE, port, queue, RowReferences.SCHEDULER);
    return row.flatMap(one -> RowReferences.of(db, one, RowReferences.SCHEDULER))
        .map(one -> RowReferences.require(db, row.orElseThrow(), RowReferences.SCHEDULER, one));
  }

  /** The default is WRR (sonic-scheduler.yang). */
  private static Selection selection(ConfigDb db, Row scheduler) {
    String type = db.get(scheduler, "type").orElse("WRR");
    return switch (type) {
      case "STRICT" -> Selection.STRICT;
      case "DWRR", "WRR" -> Selection.ETS;
      default -> throw scheduler.garbled("type", type, "DWRR, WRR or STRICT");
    };
  }

  /** The default is 1 (sonic-scheduler.yang). */
  private static int weight(ConfigDb db, Row scheduler) {
    return Integer.parseInt(db.get(scheduler, "weight", "1", "[1-9]\\d?|100", "1..100"));
  }

  private static Optional<List<Integer>> queues(ConfigDb db, String port) {
    return PortRows.of(db, Tables.PORT_QOS_MAP, port)
        .flatMap(row -> ClassMap.of(db, row, RowReferences.QUEUE_MAP));
  }

  /** Whether traffic class n alone has queue n, or no map says otherwise. */
  static boolean hasOwnQueue(ConfigDb db, String port, int n) {
    List<Integer> map = queues(db, port).orElse(ClassMap.SAME);
    return map.get(n) == n && Collections.frequency(map, n) == 1;
  }

  static void write(ConfigDb draft, String port, Setting wanted) {
    Ets ets = (Ets) wanted;
    requireKnown(ets);
    Row map = PortRows.own(draft, Tables.PORT_QOS_MAP, port);
    ClassMap.want(draft, map, RowReferences.QUEUE_MAP, ets.classOfPriority(), OwnedRows::queues);
    for (int n = 0; n < Priority.COUNT; n++) {
      queue(draft, port, n, ets.selection().get(n), ets.bandwidthPercent().get(n));
    }
  }

  static void requireKnown(Ets wanted) {
    if (wanted.selection().contains(Selection.CREDIT_SHAPER)) {
      throw DeviceException.unsupported("SCHEDULER of SONiC has no credit-based shaper");
    }
  }

  private static void queue(ConfigDb draft, String port, int n, Selection how, int percent) {
    Row row = PortRows.own(draft, Tables.QUEUE, port, n, RowReferences.SCHEDULER);
    switch (how) {
      case VENDOR -> draft.unsetWithRow(row, RowReferences.SCHEDULER);
      case STRICT -> want(draft, row, Map.of("type", "STRICT"), OwnedRows.strict());
      case ETS -> {
        int weight = Math.max(LEAST, percent);
        want(draft, row, Map.of("type", "DWRR", "weight", "" + weight), OwnedRows.share(weight));
      }
      case CREDIT_SHAPER -> throw new IllegalStateException("queue " + n + ": checked before");
    }
  }

  private static void want(ConfigDb draft, Row row, Map<String, String> contents, Row ours) {
    Optional<Row> now = RowReferences.of(draft, row, RowReferences.SCHEDULER);
    if (now.filter(one -> draft.fields(one).equals(contents)).isEmpty()) {
      Row found =
          OwnedRows.foundOr(
              draft, Tables.SCHEDULER, one -> draft.fields(one).equals(contents), () -> ours);
      RowReferences.set(draft, row, RowReferences.SCHEDULER, found);
    }
  }

  /** Conversion of scheduler weights to percent. */
  static final class Shares {
    private Shares() {}

    static boolean areShares(List<Integer> weights) {
      return sum(weights, 0) == 0 || sum(weights, 0) == 100 || sum(weights, LEAST) == 100;
    }

    /** Sum of the weights above one. */
    private static int sum(List<Integer> weights, int above) {
      return weights.stream().filter(w -> w > above).mapToInt(Integer::intValue).sum();
    }

    static List<Integer> of(List<Integer> weights) {
      int all = sum(weights, 0);
      if (all == 100 || all == 0) {
        return weights;
      }
      return sum(weights, LEAST) == 100
          ? weights.stream().map(w -> w == LEAST ? 0 : w).toList()
          : rounded(weights, all);
    }

    /** Rounded down, and what is left over goes to the largest remainders. */
    private static List<Integer> rounded(List<Integer> weights, int all) {
      int[] percent = weights.stream().mapToInt(w -> w * 100 / all).toArray();
      int left = 100 - IntStream.of(percent).sum();
      List<Integer> order =
          IntStream.range(0, percent.length)
              .boxed()
              .filter(n -> weights.get(n) > 0)
              .sorted((a, b) -> weights.get(b) * 100 % all - weights.get(a) * 100 % all)
              .toList();
      for (int n = 0; n < left; n++) {
        percent[order.get(n % order.size())]++;
      }
      return Arrays.stream(percent).boxed().toList();
    }
  }
}
