package dev.losslessd.metrics;

import dev.losslessd.model.Burst;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes polling costs and bursts to the page. */
record PolledText(Text text, SeriesOwner owner) {

  /** What readers of NICs met is of the NICs; what polling a switch took is of the targets. */
  static void write(Text text, PageRequest request, PollStats pollStats, SeriesOwner owner) {
    PolledText page = new PolledText(text, owner);
    if (request.has(Group.TARGETS)) {
      page.efforts(pollStats.efforts());
    }
    if (request.has(Group.NIC)) {
      page.tempos(pollStats.tempos());
      page.bursts(pollStats.bursts());
    }
  }

  private void efforts(List<PollCost> efforts) {
    for (Catalogue.Figure<PollCost> figure : Catalogue.EFFORTS) {
      figures(figure, efforts, this::ids);
    }
  }

  private void tempos(List<PollRate> tempos) {
    for (Catalogue.Figure<PollRate> figure : Catalogue.TEMPOS) {
      figures(figure, tempos, one -> ids(one.port(), "reader", one.reader()));
    }
  }

  /** Labels of one of them. */
  @FunctionalInterface
  private interface Labels<T> {
    String[] of(T one);
  }

  private <T> void figures(Catalogue.Figure<T> figure, List<T> all, Labels<T> labels) {
    text.family(figure.family().name(), figure.type(), figure.family().help());
    for (T one : all) {
      String value = figure.of().apply(one);
      if (!value.isEmpty()) {
        text.sample(value, labels.of(one));
      }
    }
  }

  /** Families in the order of their names, as those of one name belong together. */
  private void bursts(List<Burst> bursts) {
    Map<String, List<Burst>> byName = new TreeMap<>();
    for (Burst burst : bursts) {
      byName
          .computeIfAbsent(Catalogue.rate(burst.counter().signal()), _ -> new ArrayList<>())
          .add(burst);
    }
    byName.forEach(this::maxima);
    byName.forEach(this::histogram);
  }

  private void maxima(String name, List<Burst> bursts) {
    text.family(name + "_max", "gauge", Catalogue.RATE_MAX_HELP);
    for (Burst burst : bursts) {
      for (int n = 0; n < burst.maxima().size(); n++) {
        double most = burst.maxima().get(n);
        if (!Double.isNaN(most)) {
          String window = Burst.WINDOW_SECONDS.get(n) + "s";
          text.sample(Text.tenths(most), labels(burst, "window", window));
        }
      }
    }
  }

  private void histogram(String name, List<Burst> bursts) {
    text.family(name, "histogram", Catalogue.RATE_HELP);
    for (Burst burst : bursts) {
      text.histogram(
          Burst.bounds(burst.counter()), burst.atMost(), burst.reads(), burst.sum(), labels(burst));
    }
  }

  private static String[] labels(Burst burst, String... more) {
    List<String> labels = new ArrayList<>(List.of(ids(burst.port())));
    if (burst.counter().direction() != null) {
      labels.addAll(List.of("direction", burst.counter().direction().word()));
    }
    labels.addAll(Arrays.asList(more));
    return labels.toArray(String[]::new);
  }

  private String[] ids(PollCost pollCost) {
    return pollCost.source().isEmpty()
        ? owner.labels(pollCost.device())
        : owner.labels(pollCost.device(), "source", pollCost.source());
  }

  private static String[] ids(PortId port, String... more) {
    List<String> labels =
        new ArrayList<>(List.of("device", port.device().name(), "port", port.name()));
    labels.addAll(Arrays.asList(more));
    return labels.toArray(String[]::new);
  }
}
