package dev.losslessd.http;

import dev.losslessd.inventory.NicReads;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Readings;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Route for counters, as polled or read anew. */
record CounterRoute(
    Readings readings,
    DeviceReport devices,
    NicReads nicReads,
    Resources resources,
    InstantSource clock) {

  Route route() {
    return Route.list("/api/v1/counters", "The newest sweeps", "Counters", this::counters)
        .byPort()
        .pages(InventoryRoutes.PORT_LIKE)
        .query("all", "boolean", "of a NIC port, those too that are not polled: read now")
        .fails(404);
  }

  private HttpReply counters(HttpCall call) {
    Optional<PortId> only =
        call.query().text("port").filter(CounterRoute::isOne).map(InventoryRoutes::port);
    FieldErrors errors = new FieldErrors();
    boolean all = call.query().flag("all", errors);
    ListFilter filter = new ListFilter(call.query(), errors);
    errors.throwIfAny();
    if (all) {
      call.requireAuthority("all=true reads the NIC itself, and no token was sent");
    }
    List<Sweep> sweeps = all ? everything(only) : newest(only);
    if (only.isPresent() && sweeps.isEmpty() && !resources.known(Target.port(only.get()))) {
      throw ProblemException.notFound("no port " + only.get() + " here");
    }
    return new NamedPage<Sweep, ReaderName>(ReaderName::of, ReaderName::parse)
        .answer(
            call.query(), sweeps.stream().filter(sweep -> filter.takes(sweep.port())), this::json);
  }

  /**
   * A port and which of its readers: counters of queues come by the command line of a switch, with
   * a time of their own.
   *
   * @param source empty for the main reader
   */
  private record ReaderName(PortId port, String source) implements Comparable<ReaderName> {
    private static final Comparator<ReaderName> ORDER =
        Comparator.comparing(ReaderName::port).thenComparing(ReaderName::source);
    private static final char MARK = '~';

    static ReaderName of(Sweep sweep) {
      return new ReaderName(sweep.port(), sweep.schema().source());
    }

    /** Reads a cursor, as {@link #toString} writes it. */
    static ReaderName parse(String text) {
      int mark = text.indexOf(MARK);
      return mark < 0
          ? new ReaderName(PortId.parse(text), "")
          : new ReaderName(PortId.parse(text.substring(0, mark)), text.substring(mark + 1));
    }

    @Override
    public int compareTo(ReaderName other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return source.isEmpty() ? port.toString() : port.toString() + MARK + source;
    }
  }

  /** Whether a port is named, and no pattern. */
  private static boolean isOne(String port) {
    return port.indexOf('*') < 0 && port.indexOf('?') < 0;
  }

  /** A slowed reader's numbers are old, and not those of a port that stands still. */
  private Fields json(Sweep sweep) {
    Optional<PollRate> slow = readings.counters().pollRate(sweep.port()).filter(PollRate::isSlowed);
    return InventoryJson.sweep(sweep, onNic(sweep.port()))
        .with("ageSeconds", Math.max(0, clock.millis() - sweep.atMillis()) / 1e3)
        .withAny("source", sweep.schema().source())
        .withAny("everySeconds", slow.map(PollRate::seconds))
        .withAny("askedSeconds", slow.map(PollRate::askedSeconds));
  }

  private List<Sweep> newest(Optional<PortId> only) {
    return readings.counters().latest().stream()
        .filter(sweep -> only.isEmpty() || sweep.port().equals(only.get()))
        .toList();
  }

  /** Asks the device: so of one port, by its name. */
  private List<Sweep> everything(Optional<PortId> only) {
    PortId port =
        only.orElseThrow(
            () -> ProblemException.badInput("port", "all=true reads a NIC anew: name one port"));
    return nicReads.everything(port).map(List::of).orElseGet(() -> newest(only));
  }

  private boolean onNic(PortId port) {
    return devices.nics().stream().anyMatch(driven -> driven.nic().port().equals(port));
  }
}
