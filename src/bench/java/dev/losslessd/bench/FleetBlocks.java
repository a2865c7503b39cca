package dev.losslessd.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Blocks of a Prometheus with an hour of a fleet, by {@code promtool tsdb create-blocks-from
 * openmetrics}. A part of the hosts at a time: promtool holds all series of its file in memory, and
 * has the file itself mapped. Prometheus merges what overlaps.
 */
final class FleetBlocks {
  private static final int HOSTS_AT_ONCE = 125;

  /** One host in so many is as found, not as wanted; an agent in so many is gone at the end. */
  private static final int DRIFTING = 100;

  private static final int GONE = 500;
  private static final int LEFT_FOR_SECONDS = 900;

  private final FleetText well;
  private final FleetText drifting;
  private final FleetText.Times times;

  /**
   * Time and memory that the blocks took to make.
   *
   * @param peakBytes most that promtool had resident, with the mapped file
   * @param ownPeakBytes the same without files
   */
  record Cost(long series, long textBytes, double seconds, long peakBytes, long ownPeakBytes) {
    static final Cost NONE = new Cost(0, 0, 0, 0, 0);

    Cost and(Cost more) {
      return new Cost(
          series + more.series,
          textBytes + more.textBytes,
          seconds + more.seconds,
          Math.max(peakBytes, more.peakBytes),
          Math.max(ownPeakBytes, more.ownPeakBytes));
    }
  }

  FleetBlocks(FleetText well, FleetText drifting, FleetText.Times times) {
    this.well = well;
    this.drifting = drifting;
    this.times = times;
  }

  /** Adds hosts, and makes the text of the next ones while promtool is at work on the last. */
  Cost add(int from, int hosts, Path folder) throws IOException {
    Cost cost = Cost.NONE;
    Text next = text(from, hosts, folder);
    while (next.series() > 0) {
      Text now = next;
      CompletableFuture<Cost> made =
          CompletableFuture.supplyAsync(() -> blocks(now, folder.resolve("data")));
      next = text(now.to(), hosts, folder);
      cost = cost.and(made.join());
      Files.delete(now.file());
    }
    return cost;
  }

  /**
   * An hour of some hosts in a file.
   *
   * @param to the host after the last
   */
  private record Text(Path file, int to, long series) {}

  private Text text(int from, int hosts, Path folder) throws IOException {
    long series = 0;
    int to = Math.min(hosts, from + HOSTS_AT_ONCE);
    Path file = folder.resolve("hosts-" + from + ".om");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (int host = from; host < to; host++) {
        FleetText page = host % DRIFTING == DRIFTING / 2 ? drifting : well;
        page.write(host, host % GONE == 1 ? shorter() : times, out);
        series += page.size();
      }
      FleetText.end(out);
    }
    return new Text(file, to, series);
  }

  private FleetText.Times shorter() {
    int samples = times.samples() - LEFT_FOR_SECONDS / times.seconds();
    return new FleetText.Times(times.begin(), samples, times.seconds());
  }

  private static Cost blocks(Text text, Path data) {
    long begin = System.nanoTime();
    long peak = 0;
    long own = 0;
    Path log = data.resolveSibling("promtool.log");
    try (Child promtool =
        Child.peer(
            log,
            "promtool",
            "tsdb",
            "create-blocks-from",
            "openmetrics",
            "-q",
            text.file().toString(),
            data.toString())) {
      while (!promtool.endsWithin(100)) {
        peak = Math.max(peak, promtool.meter().peakBytes());
        own = Math.max(own, promtool.meter().ownBytes());
      }
      if (promtool.exitCode() != 0) {
        throw new IOException("promtool: " + promtool.log() + Files.readString(log));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      return new Cost(text.series(), Files.size(text.file()), seconds, peak, own);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Size of all files below a folder. */
  static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
