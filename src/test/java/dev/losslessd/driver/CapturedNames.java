package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.model.Counter.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of counters that real hosts have, where captures of them are at hand: {@code ethtool -S},
 * {@code rdma -j statistic}, trees of sysfs, and plain lists of names.
 */
public final class CapturedNames {
  private static final Path CAPTURES = Path.of("../shared/data/nic");
  private static final Pattern STATISTIC = Pattern.compile("^\\s*(\\S.*?):\\s*-?\\d+\\s*$");
  private static final Pattern MEMBER = Pattern.compile("\"([^\"]+)\"\\s*:\\s*\\d+");

  /** Fields of an answer of {@code rdma} that are no counters. */
  private static final Set<String> NO_COUNTERS = Set.of("port", "ifindex", "lifespan");

  private CapturedNames() {}

  /** Those of a list, one name a line, that a catalogue neither takes nor passes over. */
  public static List<String> ofList(CounterCatalogue catalogue, Origin origin, String list)
      throws IOException {
    return unknown(
        catalogue,
        origin,
        lines(list).stream()
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !name.startsWith("#"))
            .toList());
  }

  /** Unknown names in an output of {@code ethtool -S}. */
  public static List<String> ofEthtool(CounterCatalogue catalogue, String file) throws IOException {
    return unknown(catalogue, Origin.ETHTOOL, groups(STATISTIC, lines(file)));
  }

  /**
   * Unknown names in an output of {@code rdma -j statistic}.
   *
   * @param device regular expression of the beginning of the devices' names
   */
  public static List<String> ofRdma(CounterCatalogue catalogue, String file, String device)
      throws IOException {
    List<String> objects =
        Stream.of(String.join("\n", lines(file)).split("\"ifname\"\\s*:\\s*\""))
            .skip(1)
            .filter(object -> Pattern.compile(device).matcher(object).lookingAt())
            .toList();
    return unknown(catalogue, Origin.HW_COUNTERS, groups(MEMBER, objects));
  }

  /** Unknown names of the ports of one RDMA device in a tree of sysfs. */
  public static List<String> ofTree(CounterCatalogue catalogue, String device) throws IOException {
    Path ports = present(device).resolve("ports");
    List<String> hardware = new ArrayList<>();
    List<String> port = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ports)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String folder = String.valueOf(file.getName(file.getNameCount() - 2));
        if (folder.equals("hw_counters")) {
          hardware.add(String.valueOf(file.getFileName()));
        } else if (folder.startsWith("counters")) {
          port.add(String.valueOf(file.getFileName()));
        }
      }
    }
    List<String> unknown = new ArrayList<>();
    if (!hardware.isEmpty()) {
      unknown.addAll(unknown(catalogue, Origin.HW_COUNTERS, hardware));
    }
    unknown.addAll(unknown(catalogue, Origin.PORT_COUNTERS, port));
    return unknown;
  }

  private static List<String> unknown(
      CounterCatalogue catalogue, Origin origin, List<String> names) {
    assertThat(names).isNotEmpty();
    return new TreeSet<>(names)
        .stream()
            .filter(name -> !NO_COUNTERS.contains(name))
            .filter(name -> !new CatalogueNames(catalogue).knows(origin, name))
            .toList();
  }

  private static List<String> groups(Pattern form, List<String> lines) {
    List<String> groups = new ArrayList<>();
    for (String line : lines) {
      Matcher match = form.matcher(line);
      while (match.find()) {
        groups.add(match.group(1));
      }
    }
    return groups;
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(present(file));
  }

  private static Path present(String name) {
    Path path = CAPTURES.resolve(name);
    assumeTrue(Files.exists(path), "no capture beside this repository: " + path);
    return path;
  }
}
