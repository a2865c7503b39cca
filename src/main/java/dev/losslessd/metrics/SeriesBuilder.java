package dev.losslessd.metrics;

import dev.losslessd.metrics.Layout.Head;
import dev.losslessd.metrics.Layout.OfPort;
import dev.losslessd.metrics.Series.Kind;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the series of each port's columns, under native names or by a table. */
final class SeriesBuilder {
  private static final List<Signal> SIGNALS = List.of(Signal.values());

  private final Map<PortId, Nic> nics = new HashMap<>();
  private final SeriesOwner owner;
  private final @Nullable NameTable table;
  private final boolean messages;

  /**
   * @param owner tells NICs from switches
   * @param table null for our own names
   * @param messages series begin as in {@link Messages}, not as in {@link Text}
   */
  SeriesBuilder(List<Nic> nics, SeriesOwner owner, @Nullable NameTable table, boolean messages) {
    nics.forEach(nic -> this.nics.put(nic.port(), nic));
    this.owner = owner;
    this.table = table;
    this.messages = messages;
  }

  /**
   * @param ports with the totals of each, the main reader's first
   */
  List<OfPort> of(Map<PortId, List<PortTotals>> ports) {
    List<OfPort> all = new ArrayList<>();
    ports.forEach((port, readers) -> all.add(of(port, readers, owner.isHost(port.device()))));
    return all;
  }

  private OfPort of(PortId port, List<PortTotals> readers, boolean onNic) {
    Draft draft = new Draft(onNic, messages);
    NameTable names = table;
    for (PortTotals totals : readers) {
      List<Counter> columns = totals.schema().counters();
      for (int column = 0; column < columns.size(); column++) {
        if (names == null) {
          ours(draft, port, columns.get(column), totals, column);
        } else {
          others(draft, names, port, columns.get(column), totals, column);
        }
      }
    }
    return draft.done();
  }

  private void ours(Draft draft, PortId port, Counter counter, PortTotals totals, int column) {
    SeriesName.of(port, counter, draft.onNic)
        .ifPresent(name -> {
          Signal signal = counter.signal();
          String help = Catalogue.of(signal).help();
          Head head = new Head(SIGNALS.indexOf(signal), name.family(), "counter", help);
          Kind kind = signal.unit() == Signal.Unit.MICROS ? Kind.SECONDS : Kind.BASE;
          draft.add(head, owner.polled(name.labels(), draft.onNic), kind, totals, column);
        });
  }

  private void others(
      Draft draft, NameTable names, PortId port, Counter counter, PortTotals totals, int column) {
    Nic nic = nics.get(port);
    if (draft.onNic && nic == null && counter.origin() != Counter.Origin.DEVICE) {
      return; // gone: what its series would be called is no longer known
    }
    PortFacts facts = nic == null ? PortFacts.of(port) : PortFacts.of(nic);
    boolean virtual = nic != null && nic.role() == Nic.Role.VIRTUAL_FUNCTION;
    for (NameRow row : names.rows()) {
      row.match(counter, draft.onNic, virtual)
          .flatMap(match -> row.series(facts, match))
          .ifPresent(series ->
              draft.add(
                  new Head(names.order(row), series.getFirst(), row.type(), row.help()),
                  series.subList(1, series.size()),
                  Kind.of(row.value()),
                  totals,
                  column));
    }
  }

  /** The series of one port in the making. */
  private static final class Draft {
    private final boolean onNic;
    private final boolean messages;
    private final Map<Head, Map<List<String>, Series>> families = new TreeMap<>();

    Draft(boolean onNic, boolean messages) {
      this.onNic = onNic;
      this.messages = messages;
    }

    void add(Head head, List<String> labels, Kind kind, PortTotals totals, int column) {
      families
          .computeIfAbsent(head, _ -> new LinkedHashMap<>())
          .computeIfAbsent(labels, _ -> new Series(prefix(head.name(), labels), onNic, kind))
          .add(totals, column);
    }

    private byte[] prefix(String name, List<String> labels) {
      String[] all = labels.toArray(String[]::new);
      return messages ? Messages.labels(all) : Text.prefixOf(name, all);
    }

    OfPort done() {
      Map<Head, List<Series>> all = new TreeMap<>();
      families.forEach((head, series) -> all.put(head, List.copyOf(series.values())));
      return new OfPort(all);
    }
  }
}
