package dev.losslessd.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An hour of the pages of many agents, in OpenMetrics with timestamps, made of the page of one:
 * each series of it once more with the names of another host, of the leaves of that and of its port
 * there. No label comes from anywhere else but {@code instance} and {@code job}, which Prometheus
 * gives. Neither HELP nor TYPE, as blocks hold neither.
 */
final class FleetText {
  /** Host ports of a leaf; NIC n of 64 hosts hangs on the n-th leaf of their eight. */
  static final int PORTS = 64;

  private static final int RAILS = 8;
  private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern NAMED = Pattern.compile("gpu01|leaf(\\d+)|(Ethernet1/)1(?!\\d)");

  /**
   * A series of the page.
   *
   * @param labels as on the page; may be empty
   */
  private record Series(String family, String labels, double value) {}

  /** Unix time of the first sample, and how many follow it at which distance. */
  record Times(long begin, int samples, int seconds) {
    long at(int n) {
      return begin + (long) n * seconds;
    }

    long end() {
      return at(samples - 1);
    }
  }

  private final List<Series> page = new ArrayList<>();

  /**
   * @param page of {@code gpu01}, in Prometheus' text format
   * @param families that are wanted
   */
  FleetText(String page, Set<String> families) {
    page.lines()
        .filter(line -> !line.startsWith("#"))
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .filter(sample -> families.contains(sample.group(1)))
        .forEach(sample ->
            this.page.add(
                new Series(
                    sample.group(1),
                    sample.group(2) == null ? "" : sample.group(2),
                    Double.parseDouble(sample.group(3)))));
    this.page.add(new Series("up", "", 1));
  }

  /** Names and labels of all series of a host, as Prometheus would store them. */
  List<String> series(int host) {
    return page.stream().map(one -> name(one, host)).toList();
  }

  int size() {
    return page.size();
  }

  private static String name(Series one, int host) {
    String own = "instance=\"%s:9464\",job=\"losslessd\"".formatted(host(host));
    String labels = one.labels().isEmpty() ? own : renamed(one.labels(), host) + ',' + own;
    return one.family() + '{' + labels + '}';
  }

  private static String host(int number) {
    return "gpu%05d".formatted(number + 1);
  }

  private static String renamed(String labels, int host) {
    return NAMED
        .matcher(labels)
        .replaceAll(found -> {
          if (found.group(1) != null) {
            return "leaf" + (host / PORTS * RAILS + Integer.parseInt(found.group(1)));
          }
          return found.group(2) != null ? found.group(2) + (host % PORTS + 1) : host(host);
        });
  }

  /** Writes all samples of a host. */
  void write(int host, Times times, OutputStream out) throws IOException {
    byte[][] stamps = new byte[times.samples()][];
    Arrays.setAll(stamps, n -> ascii(" " + times.at(n) + '\n'));
    ByteArrayOutputStream lines = new ByteArrayOutputStream(1 << 15);
    for (Series one : page) {
      String name = name(one, host);
      FleetValues values = FleetValues.of(one.family(), one.value(), name.hashCode());
      byte[] bytes = (name + ' ').getBytes(StandardCharsets.UTF_8);
      lines.reset();
      for (int n = 0; n < times.samples(); n++) {
        lines.writeBytes(bytes);
        lines.writeBytes(ascii(values.at(times.at(n), times.at(n) - times.begin())));
        lines.writeBytes(stamps[n]);
      }
      lines.writeTo(out);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes the end of the whole. */
  static void end(OutputStream out) throws IOException {
    out.write(ascii("# EOF\n"));
  }
}
