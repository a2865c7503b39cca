package dev.losslessd.driver.sonic;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.model.PortId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Models of releases and CONFIG_DBs of real switches, which stand beside the repository. */
final class SonicData {
  private static final Path FOLDER = Path.of("../shared/data/switch/sonic");
  private static final JsonMapper MAPPER = new JsonMapper();

  /**
   * A CONFIG_DB by the name of its file.
   *
   * @param known whether all of it can be read
   */
  record Database(String name, ObjectNode tables, boolean known) {
    @Override
    public String toString() {
      return name;
    }
  }

  private SonicData() {}

  /** A database of our own, in this repository. */
  static Database own(String name) throws IOException {
    Path file = Path.of("src/test/resources/sonic/config_db", name + ".json");
    return new Database(name, (ObjectNode) MAPPER.readTree(Files.readString(file)), true);
  }

  /** Folders of models, by the releases' names; those that -Dsonic.releases lists. */
  static List<Path> releases() throws IOException {
    Path folder = FOLDER.resolve("yang-releases");
    assumeTrue(Files.isDirectory(folder), "no models beside this repository: " + folder);
    List<String> wanted = List.of(System.getProperty("sonic.releases", "").split(","));
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(
              one -> wanted.equals(List.of("")) || wanted.contains(one.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  /** Those beside the repository, and those in -Dsonic.databases. */
  static List<Database> databases() throws IOException {
    List<Database> all = new ArrayList<>();
    List<Path> folders = new ArrayList<>(List.of(FOLDER.resolve("config_db")));
    Stream.of(System.getProperty("sonic.databases", ""))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .forEach(folders::add);
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".json")).sorted().toList()) {
          String name = file.getFileName().toString().replace(".json", "");
          all.add(
              new Database(
                  name,
                  (ObjectNode) MAPPER.readTree(Files.readString(file)),
                  folder.equals(folders.getFirst())));
        }
      }
    }
    return all;
  }

  /** Whether pfcwd of a release writes pfc_stat_history, which its model has then. */
  static boolean keepsHistory(Path models) throws IOException {
    return Files.readString(models.resolve("sonic-pfcwd.yang")).contains("pfc_stat_history");
  }

  /**
   * Whether a patch of this database would leave a port shut by itself: traditional buffers on
   * Mellanox, 202205 to 202505, and a release that does not tell its number.
   */
  static boolean isHeld(String release, ObjectNode db) {
    JsonNode box = db.path("DEVICE_METADATA").path("localhost");
    return box.path("platform").asString("").matches(".*(?:mlnx|nvidia).*")
        && !box.path("buffer_model").asString("").equals("dynamic")
        && (!release.matches("\\d{6}") || release.compareTo("202505") <= 0);
  }

  /** One front port of each sort: up or down, with QoS or without, watched or not. */
  static List<PortId> ports(ObjectNode db) {
    Pattern front = Pattern.compile("Ethernet\\d{1,4}");
    Map<String, PortId> sorts = new TreeMap<>();
    db.path("PORT")
        .properties()
        .forEach(port -> {
          JsonNode row = port.getValue();
          String name = port.getKey();
          if (front.matcher(name).matches()
              && row.path("role").asString("Ext").matches("Ext|Dpc")) {
            boolean qos = db.path("PORT_QOS_MAP").has(name);
            boolean up = row.path("admin_status").asString("down").equals("up");
            boolean watched = db.path("PFC_WD").has(name);
            // ports that are set up come first
            sorts.putIfAbsent((qos ? 0 : 1) + " " + (up ? 0 : 1) + " " + watched, id(name));
          }
        });
    return List.copyOf(sorts.values());
  }

  private static PortId id(String name) {
    return new PortId(SonicLeaf.ID, name);
  }

  /** A policy on each sort of port, and every setting on one that is set up. */
  static List<Trial> trials(ObjectNode db) {
    List<Trial> all = new ArrayList<>();
    for (PortId port : ports(db)) {
      all.addAll(all.isEmpty() ? Trial.all(db, port) : Trial.policies(db, port));
    }
    return all;
  }
}
