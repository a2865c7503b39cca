package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Risk;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Queues are strict by default; one with {@code no priority} shares by its percentage. */
final class EtsLines extends PortSetting<Ets> {
  private static final Pattern SHARE = Pattern.compile("bandwidth(?: guaranteed)? percent (\\d+)");
  private static final List<Integer> IDENTITY = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  EtsLines() {
    super(
        Ets.class,
        Home.PROFILE,
        "queue (?:priority|bandwidth)(?: .*)?",
        Form.queue(
            "no priority|priority strict", "priority strict", "no priority", "priority strict"),
        Form.queue(
            "bandwidth percent \\d+|no bandwidth percent",
            "no bandwidth percent",
            "bandwidth (?:guaranteed )?percent \\d{1,3}"),
        Form.queue(
            "bandwidth guaranteed percent \\d+|no bandwidth guaranteed",
            "no bandwidth guaranteed",
            "no bandwidth (?:percent|guaranteed)"));
  }

  @Override
  Capability ability() {
    return Capability.writable(Risk.BUFFER_RECARVE)
        .within(Failures.asLimit(Ets.class, EtsLines::requireKnown));
  }

  @Override
  Ets read(EosSnapshot now, String port, List<ConfigLine> lines) {
    now.config().requireQueuesAreClasses();
    List<Ets.Selection> selection =
        new ArrayList<>(Collections.nCopies(Priority.COUNT, Ets.Selection.STRICT));
    List<Integer> shares = new ArrayList<>(Collections.nCopies(Priority.COUNT, 0));
    for (ConfigLine line : lines) {
      Matcher share = SHARE.matcher(line.text());
      if (line.text().equals("no priority")) {
        selection.set(line.number(), Ets.Selection.ETS);
      } else if (share.matches()) {
        shares.set(line.number(), line.percent(share.group(1)));
      }
    }
    return Ets.sharing(selection, shares, IDENTITY);
  }

  private static void requireKnown(Ets ets) {
    if (!ets.classOfPriority().equals(IDENTITY)) {
      throw DeviceException.unsupported(
          "ets " + ets.text() + ": here queue n is for priority n: expected prio-tc=0,1,2,...,7");
    }
    if (!Set.of(Ets.Selection.STRICT, Ets.Selection.ETS).containsAll(ets.selection())) {
      throw DeviceException.unsupported("ets " + ets.text() + ": expected strict or ets");
    }
  }

  @Override
  Stream<ConfigLine> render(Ets ets, Place place) {
    requireKnown(ets);
    List<ConfigLine> lines = new ArrayList<>();
    for (int queue = 0; queue < Priority.COUNT; queue++) {
      if (ets.selection().get(queue) == Ets.Selection.ETS) {
        lines.add(place.queue(queue, "no priority"));
        int share = ets.bandwidthPercent().get(queue);
        if (share > 0) {
          lines.add(place.queue(queue, "bandwidth percent " + share));
        }
      }
    }
    return lines.stream();
  }

  /** Only a queue that is not strict has a share; what is guaranteed is a floor, and no share. */
  @Override
  boolean adds(Ets ets, ConfigLine line) {
    boolean share =
        line.text().startsWith("bandwidth percent ")
            && ets.selection().get(line.number()) == Ets.Selection.ETS;
    return line.text().startsWith("bandwidth ") && !share;
  }
}
