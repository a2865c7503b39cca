package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
class EosConformanceTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final String IF_NAME = "1.3.6.1.2.1.31.1.1.1.1";
  private static final String PFC_SENT = "1.3.6.1.4.1.30065.3.11.1.1.1.3";

  private static Map<String, String> texts(String part, String end) throws IOException {
    return Captures.texts("eos", name -> name.contains(part) && name.endsWith(end));
  }

  @Test
  void everyLineOfQosIsKnownOrLeftByName() throws IOException {
    for (Path file :
        Captures.files("cli/eos", name -> name.contains("-cfg-") && name.endsWith(".txt"))) {
      List<String> lines = Files.readString(file).lines().toList();
      ConfigTree tree = ConfigTree.parse(lines);
      List<ConfigTree> blocks = new ArrayList<>(tree.starting("qos profile "));
      blocks.addAll(tree.starting("interface Ethernet"));
      assertThat(blocks).as(file.toString()).isNotEmpty();
      for (ConfigTree block : blocks) {
        for (ConfigTree line : block.below()) {
          known(block.line(), new ConfigLine("", line.line()));
          if (ConfigLine.isQueue(line.line())) {
            line.below()
                .forEach(one -> known(block.line(), new ConfigLine(line.line(), one.line())));
          }
        }
      }
    }
  }

  /** Checks that no line about PFC, trust, queues, ECN, pause or MTU is skipped. */
  private static void known(String where, ConfigLine configLine) {
    boolean ours =
        configLine
            .text()
            .matches(
                "(no |default )?(priority-flow-control|qos trust|flowcontrol|mtu|priority"
                    + "|bandwidth (percent|guaranteed)|random-detect ecn).*");
    boolean left =
        configLine.text().matches(".*pause watchdog port .*") || configLine.isMulticast();
    if (ours && !left) {
      assertThat(configLine.setting()).as(where + " / " + configLine.word()).isPresent();
    }
  }

  @Test
  void thresholdsAreReadInBytesOrTold() throws IOException {
    int read = 0;
    int untold = 0;
    Pattern line = Pattern.compile("(?m)^\\s+(random-detect ecn minimum-threshold \\d.*)$");
    for (Path file :
        Captures.files("cli/eos", name -> name.contains("avd-cfg-qos") && name.endsWith(".txt"))) {
      Matcher m = line.matcher(Files.readString(file));
      while (m.find()) {
        List<ConfigLine> one = List.of(new ConfigLine("tx-queue 3", m.group(1).strip()));
        boolean comparable =
            m.group(1).contains("bytes") && m.group(1).contains("max-mark-probability");
        if (comparable) {
          assertThat(EcnLines.parse(one).marking()).hasSize(1);
          read++;
        } else {
          assertThat(EcnLines.parse(one).text()).isEqualTo("3=untold");
          untold++;
        }
      }
    }
    assertThat(read).isPositive();
    assertThat(untold).isPositive();
  }

  @Test
  void theDscpMapOfAvdIsRead() throws IOException {
    for (Path file :
        Captures.files("cli/eos", name -> name.contains("avd-cfg-qos") && name.endsWith(".txt"))) {
      ConfigTree tree = ConfigTree.parse(Files.readString(file).lines().toList());
      int entries =
          tree.after("qos map dscp ").stream()
              .mapToInt(line -> line.substring(0, line.indexOf(" to")).split(" ").length)
              .sum();
      assertThat(DscpLines.places(tree)).hasSize(entries);
      assertThat(DscpLines.map(tree).entries()).hasSize(64);
      assertThat(new RunningConfig(tree).pfcIsKilled()).isTrue();
      assertThat(WatchdogLines.of(tree).lines()).hasSize(4);
    }
  }

  @Test
  void configurationsAreReadAndCutOnesAreNot() throws IOException {
    texts("test-get-config-show-running-config", ".txt")
        .forEach((file, text) -> {
          RunningConfig.parse(RunningConfig.COMMAND, text);
          String cut = text.stripTrailing();
          assertThatThrownBy(() ->
                  RunningConfig.parse(RunningConfig.COMMAND, cut.substring(0, cut.length() - 4)))
              .as(file)
              .isInstanceOf(DeviceException.class);
        });
  }

  @Test
  void everyPortOfShowInterfacesHasItsMtu() throws IOException {
    texts("show-interfaces", ".json").entrySet().stream()
        .filter(file -> file.getKey().startsWith("napalm") && !file.getKey().contains("counters"))
        .forEach(file -> {
          Matcher m = Pattern.compile("\"name\": \"(Ethernet[0-9/]+)\"").matcher(file.getValue());
          TreeSet<String> names = new TreeSet<>();
          while (m.find()) {
            names.add(m.group(1));
          }
          Mtus mtus = new Mtus(file::getValue);
          assertThat(names)
              .as(file.getKey())
              .allSatisfy(name -> assertThat(mtus.of(name).bytes()).isPositive());
        });
  }

  @Test
  void countersOfTheCommandLineAreRead() throws IOException {
    texts("show-qos-interfaces-ecn-counters", ".json")
        .forEach((file, text) -> {
          QueueCells marks = new QueueCells();
          QueueReader.marks(text, marks);
          assertThat(marks.isEmpty()).as(file).isFalse();
        });
    texts("anta-show-interfaces-counters-queue", ".json")
        .forEach((_, text) -> QueueReader.drops(text, new QueueCells()));
    texts("counters-watchdog", ".json")
        .forEach((file, text) -> {
          QueueCells events = new QueueCells();
          QueueReader.watchdog(text, events);
          assertThat(events.isEmpty()).as(file).isFalse();
        });
  }

  @Test
  void everyNeighbourOfTheCommandLineIsRead() throws IOException {
    texts("lldp-neighbors-detail", ".json")
        .forEach((file, text) -> {
          List<Neighbour> all = LldpJson.parse(LEAF, text);
          boolean some = Pattern.compile("\"interfaceId(_v2)?\": \"").matcher(text).find();
          assertThat(all.isEmpty()).as(file).isEqualTo(!some);
          assertThat(all).allSatisfy(one -> assertThat(one.remotePort()).doesNotContain("\""));
        });
  }

  @Test
  void everyPortOfAWalkHasNameCountersAndNeighbours() throws Exception {
    for (Path file : Captures.walks(name -> name.contains("arista"))) {
      try (SnmpWalk walk = new SnmpWalk(file)) {
        if (walk.column(IF_NAME).isEmpty()) {
          name(walk);
        }
        Map<Integer, String> ports = walk.ports(RunningConfig::isPort);
        assertThat(ports).as(file.toString()).isNotEmpty();
        for (Map.Entry<Integer, String> port : ports.entrySet()) {
          sweep(walk, port.getKey(), port.getValue());
        }
        neighbours(walk);
      }
    }
  }

  /** A walk that was trimmed of its names gets synthetic ones. */
  private static void name(SnmpWalk walk) {
    TreeSet<Integer> indexes = new TreeSet<>();
    walk.column(PFC_SENT).keySet().forEach(oid -> indexes.add(oid.get(oid.size() - 2)));
    int number = 0;
    for (int index : indexes) {
      number++;
      walk.mib().put(new OID(IF_NAME + "." + index), new OctetString("Ethernet" + number));
    }
  }

  private static void sweep(SnmpWalk walk, int index, String name) {
    PortId port = new PortId(LEAF, name);
    SnmpSweeper sweeper =
        new SnmpSweeper(port, walk.client(), EosCounters.OF_A_PORT, UnaryOperator.identity());
    Sweep sweep = sweeper.sweep(1_000, 2_000);
    Variable rate = walk.mib().get(new OID("1.3.6.1.2.1.31.1.1.1.15." + index));
    Variable up = walk.mib().get(new OID("1.3.6.1.2.1.2.2.1.8." + index));
    boolean down = up != null && up.toInt() != 1;
    assertThat(sweeper.rateMbps().orElse(0))
        .as(name + " ifHighSpeed, which a port that is down has not")
        .isEqualTo(rate == null || down ? 0 : rate.toLong());
    for (int n = 0; n < sweep.schema().size(); n++) {
      Counter counter = sweep.schema().counters().get(n);
      Variable there = walk.mib().get(oid(counter, index));
      boolean guarded = counter.rawName().startsWith("aristaEcn");
      if (there == null) {
        assertThat(sweep.has(n)).as(name + " " + counter.rawName()).isFalse();
      } else if (!guarded) {
        assertThat(Long.toUnsignedString(sweep.value(n)))
            .as(name + " " + counter.rawName())
            .isEqualTo(Long.toUnsignedString(there.toLong()));
      } else {
        assertThat(sweep.missing(n)).isEqualTo(Sweep.Missing.SWITCHED_OFF);
      }
    }
  }

  /** Instance of a counter in the MIBs, written down a second time. */
  private static OID oid(Counter counter, int index) {
    String name = counter.rawName().replaceFirst("\\.\\d$", "");
    String queue = counter.priority() == null ? "" : "." + counter.priority();
    String arista = "1.3.6.1.4.1.30065.3.";
    return new OID(
        switch (name) {
          case "ieee8021PfcRequests" -> "1.3.111.2.802.1.1.21.1.1.1.2." + index;
          case "ieee8021PfcIndications" -> "1.3.111.2.802.1.1.21.1.1.1.3." + index;
          case "aristaPfcPriorityRequests" -> arista + "11.1.1.1.3." + index + queue;
          case "aristaPfcPriorityIndications" -> arista + "11.1.1.1.4." + index + queue;
          case "aristaEgressQueuePkts" -> arista + "6.1.2.1.4." + index + queue + ".0";
          case "aristaEgressQueueBytes" -> arista + "6.1.2.1.5." + index + queue + ".0";
          case "aristaEgressQueuePktsDropped" -> arista + "6.1.2.1.6." + index + queue + ".0";
          case "aristaPfcWatchdogTxQueueStuckCount" ->
              arista + "11.1.2.1.4." + index + ".0" + queue;
          case "aristaPfcWatchdogTxQueueRecoveredCount" ->
              arista + "11.1.2.1.5." + index + ".0" + queue;
          case "aristaEcnQueuePktsMarked" -> arista + "13.1.9.1.4." + index + queue;
          default -> SnmpWalk.standard(name, index).toString();
        });
  }

  private static void neighbours(SnmpWalk walk) {
    int rows = walk.column("1.0.8802.1.1.2.1.4.1.1.9").size();
    List<Neighbour> heard =
        LldpMib.read(LEAF, walk.client(), UnaryOperator.identity(), RunningConfig::isPort);
    if (rows == 0) {
      assertThat(heard).isEmpty();
    } else {
      assertThat(heard).isNotEmpty().hasSizeLessThanOrEqualTo(rows);
      assertThat(heard).allSatisfy(one -> assertThat(one.remoteSystem()).isNotBlank());
    }
  }
}
