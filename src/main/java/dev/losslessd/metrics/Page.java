package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Prometheus page. A scrape reads memory and nothing else. */
public final class Page {
  private static final Logger LOG = LoggerFactory.getLogger(Page.class);

  /**
   * Parts of the page that stay the same from scrape to scrape.
   *
   * @param facts of the ports under other exporters' names, as they go on the page
   */
  private record Known(
      long version,
      List<Nic> nics,
      SeriesOwner owner,
      @Nullable NameTable table,
      Layout layout,
      Map<PageFormat, Told> facts) {
    byte[] facts(PageFormat format, NameTable names, ForeignFacts.Live live) {
      Told last = facts.get(format);
      if (last == null || !last.live().equals(live)) {
        last = new Told(live, names.facts(format, ForeignFacts.of(nics, live)));
        facts.put(format, last);
      }
      return last.bytes();
    }
  }

  /**
   * What the parts depend on.
   *
   * @param messages in protobuf, where a series begins with other bytes than in text
   */
  private record Key(Profile profile, boolean messages) {}

  /** Facts as they go on a page, and what they were made of besides the ports. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Told(ForeignFacts.Live live, byte[] bytes) {}

  private final LatestCounters latestCounters;
  private final Supplier<Facts> facts;
  private final Supplier<ManagementFacts> management;
  private final Function<PageFormat, byte[]> own;
  private final IntSupplier limit;
  private final Map<Key, Known> known = new ConcurrentHashMap<>();

  /** Room for a family of the next page in protobuf. */
  private final AtomicReference<@Nullable ByteArrayOutputStream> spare = new AtomicReference<>();

  /**
   * @param own the daemon's own meters in the same format; what ends a page comes from there
   * @param limit of counter series on one page; ports beyond it are left out whole, and counted
   */
  public Page(
      LatestCounters latestCounters,
      Supplier<Facts> facts,
      Supplier<ManagementFacts> management,
      Function<PageFormat, byte[]> own,
      IntSupplier limit) {
    this.latestCounters = latestCounters;
    this.facts = facts;
    this.management = management;
    this.own = own;
    this.limit = limit;
  }

  /**
   * Writes what is asked for, piece by piece; nothing goes out before the page is laid out.
   *
   * @param out is not closed
   * @throws java.io.UncheckedIOException it does not take the page
   */
  public void write(PageRequest request, OutputStream out) {
    try {
      if (request.format() == PageFormat.PROTOBUF) {
        ByteArrayOutputStream kept = spare.getAndSet(null);
        ByteArrayOutputStream room = kept == null ? new ByteArrayOutputStream() : kept;
        families(request, new Messages(out, room));
        spare.set(room);
      } else {
        families(request, new Text(request.format(), out));
      }
      end(request, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void families(PageRequest request, Text text) {
    Facts now = facts.get();
    Known page = known(new Key(request.profile(), text.format() == PageFormat.PROTOBUF), now);
    page.layout().write(text, request.has(Group.NIC), request.has(Group.SWITCH));
    NameTable table = page.table();
    if (table == null) {
      new NativeFacts(text, now, management.get(), page.owner())
          .write(request, latestCounters.ports());
    } else if (request.has(Group.NIC)) {
      text.bytes(page.facts(text.format(), table, ForeignFacts.Live.of(now)));
    }
    if (request.has(Group.DAEMON)) {
      size(text, request.profile(), page.layout());
    }
    text.flush();
  }

  private Known known(Key key, Facts now) {
    List<Nic> nics = now.nics();
    Known last = known.get(key);
    long version = latestCounters.version();
    if (last == null || last.version() != version || !last.nics().equals(nics)) {
      last = laidOut(key, version, now, last);
      known.put(key, last);
    }
    return last;
  }

  private Known laidOut(Key key, long version, Facts now, @Nullable Known last) {
    List<Nic> nics = now.nics();
    Profile profile = key.profile();
    NameTable table =
        last != null ? last.table() : profile == Profile.NATIVE ? null : NameTable.of(profile);
    Set<DeviceId> hosts = new HashSet<>(now.hosts());
    nics.forEach(nic -> hosts.add(nic.port().device()));
    hosts.add(now.poller());
    SeriesOwner owner = new SeriesOwner(hosts, now.poller());
    Layout layout =
        new Layout(
            new SeriesBuilder(nics, owner, table, key.messages()).of(latestCounters.ports()),
            limit.getAsInt());
    if (layout.droppedPorts() > 0
        && (last == null || last.layout().droppedPorts() != layout.droppedPorts())) {
      LOG.warn(
          "page {}: metrics.maxSeries is {}; {} ports with {} series are left out",
          profile.word(),
          limit.getAsInt(),
          layout.droppedPorts(),
          layout.droppedSeries());
    }
    return new Known(version, nics, owner, table, layout, new ConcurrentHashMap<>());
  }

  /** Size of the page; under other exporters' names only where something is missing. */
  private void size(Text text, Profile profile, Layout layout) {
    if (profile != Profile.NATIVE && layout.droppedPorts() == 0) {
      return;
    }
    gauge(text, "losslessd_page_series", "Counter series that this page may have.", layout.size());
    gauge(
        text,
        "losslessd_page_series_dropped",
        "Counter series left out because of metrics.maxSeries.",
        layout.droppedSeries());
    gauge(
        text,
        "losslessd_page_ports_dropped",
        "Ports left out whole because of metrics.maxSeries. Over 0: raise it, or watch fewer"
            + " ports.",
        layout.droppedPorts());
  }

  private static void gauge(Text text, String name, String help, long value) {
    text.family(name, "gauge", help);
    text.sample(value);
  }

  /** Ends a page: the daemon's own meters if native, and the end mark of OpenMetrics. */
  private void end(PageRequest request, OutputStream out) throws IOException {
    if (request.profile() == Profile.NATIVE && request.has(Group.DAEMON)) {
      out.write(own.apply(request.format()));
    } else if (request.format() == PageFormat.OPENMETRICS) {
      out.write("# EOF\n".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
