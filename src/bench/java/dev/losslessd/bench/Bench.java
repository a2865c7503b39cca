package dev.losslessd.bench;

import dev.losslessd.app.CommitBench;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code bin/bench}: exits 1 where a budget does not hold. */
public final class Bench {
  private static final int USAGE = 2;

  private Bench() {}

  /** The verb, and what it wants. */
  public static void main(String[] words) throws Exception {
    Path folder = Files.createDirectories(Path.of("target/bench").toAbsolutePath());
    List<String> all = List.of(words);
    boolean held =
        switch (all.isEmpty() ? "" : all.getFirst()) {
          case "nic" -> nic(number(all, 8), folder);
          case "fast" -> FastBench.run(folder);
          case "scrape" -> new ScrapeBench(number(all, 490), folder).run();
          case "footprint" -> new FootprintBench(seconds(all), folder).run();
          case "gate" -> new GateBench(number(all, 20), folder).run();
          case "snmp" ->
              all.contains("--fleet")
                  ? SnmpFleet.run(number(all.subList(1, all.size()), 1000), folder)
                  : new SnmpBench(number(all, 512), folder).run();
          case "history" -> new HistoryBench(number(all, 100_000), folder).run();
          case "hour" -> new HourBench(number(all, 3600), folder).run();
          case "fleet" -> new FleetBench(folder).run(sizes(all));
          case "commit" -> CommitBench.run(system(all), folder);
          default -> {
            System.err.println(
                "losslessd: bench nic [ports] | fast | gate [rounds] | snmp [ports] | snmp --fleet"
                    + " [switches] | scrape [ports] | footprint [seconds|--hour] | history"
                    + " [commits] | hour [seconds] | fleet [hosts...] | commit"
                    + " [nxos|eos|nvue|sonic|junos]");
            System.exit(USAGE);
            yield false;
          }
        };
    System.exit(held ? 0 : 1);
  }

  private static boolean nic(int ports, Path folder) throws IOException {
    boolean held = new NicBench(ports, folder).run();
    return FastBench.run(folder) && held;
  }

  private static SwitchSystem system(List<String> words) {
    return SwitchSystem.of(words.size() > 1 ? words.get(1) : "nxos");
  }

  private static List<Integer> sizes(List<String> words) {
    List<Integer> given = words.stream().skip(1).map(Integer::valueOf).toList();
    return given.isEmpty() ? List.of(125, 500, 2000) : given;
  }

  private static int seconds(List<String> words) {
    return words.contains("--hour") ? 3600 : number(words, 120);
  }

  private static int number(List<String> words, int usual) {
    return words.size() > 1 ? Integer.parseInt(words.get(1)) : usual;
  }
}
