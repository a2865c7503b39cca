package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.QueueCell;
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
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snmp4j.smi.OID;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
class NvueConformanceTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Pattern ROW = Pattern.compile("\\s+(\\d)\\s+(\\S.*)");

  /** A file with its text, without the prompt that it begins with. */
  private record Capture(String name, String text) {
    Node tree() {
      return name.endsWith(".json")
          ? Node.of(DeviceJson.parse(name, text))
          : NvueText.parse(name, text);
    }

    /** Rows of a table: their number, and the cells behind. */
    List<List<String>> rows(String title) {
      List<List<String>> rows = new ArrayList<>();
      boolean within = false;
      for (String line : text.lines().toList()) {
        within = within ? !line.isBlank() || rows.isEmpty() : line.strip().equals(title);
        Matcher row = ROW.matcher(line);
        if (within && row.matches()) {
          List<String> cells = new ArrayList<>(List.of(row.group(1)));
          cells.addAll(List.of(row.group(2).strip().split("\\s{2,}")));
          rows.add(cells);
        }
      }
      return rows;
    }
  }

  private static List<Capture> captures(String part) throws IOException {
    List<Capture> all = new ArrayList<>();
    for (Path file : Captures.files("cli/cumulus", name -> name.contains(part))) {
      String text =
          String.join(
              "\n",
              Files.readAllLines(file).stream()
                  .filter(line -> !line.matches("\\S+@\\S+\\$ .*|\\.\\.\\."))
                  .toList());
      all.add(new Capture(file.getFileName().toString(), text));
    }
    return all;
  }

  @Test
  void everyPauseAndFrameOfTheCountersIsReadAndNoTextOfUnits() throws IOException {
    for (Capture capture : captures("counters-qos")) {
      if (capture.name().endsWith(".txt")) {
        Map<QueueCell, Long> cells = NvueCounters.parse(capture.tree());
        List<List<String>> pauses = capture.rows("PFC Statistics");
        List<List<String>> queues = capture.rows("Egress Queue Statistics");
        assertThat(pauses).as(capture.name()).isNotEmpty();
        assertThat(cells).as(capture.name()).hasSize(2 * pauses.size() + 2 * queues.size());
        pauses.forEach(row -> {
          assertThat(cells.values()).contains(Long.valueOf(row.get(1)), Long.valueOf(row.get(3)));
        });
      }
    }
  }

  @Test
  void everyNumberOfTheJsonCountersThatWeTakeIsRead() throws IOException {
    for (Capture capture : captures("counters-qos-o-json")) {
      Map<QueueCell, Long> cells = NvueCounters.parse(capture.tree());
      assertThat(cells.values())
          .as(capture.name())
          .allSatisfy(value -> assertThat(capture.text()).contains(": " + value));
      assertThat(cells).hasSizeGreaterThanOrEqualTo(5);
    }
  }

  @Test
  void everyQueueThatTheWatchdogShutIsCounted() throws IOException {
    for (Capture capture : captures("pfc-watchdog")) {
      Map<QueueCell, Long> cells = NvueCounters.deadlocks(capture.tree());
      List<List<String>> rows = capture.rows("PFC WD Status");
      assertThat(cells).as(capture.name()).hasSize(rows.size());
      long all = rows.stream().mapToLong(row -> Long.parseLong(row.get(2))).sum();
      assertThat(cells.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(all);
      assertThat(Switch.read(capture.tree().text("state").orElseThrow())).isPresent();
    }
  }

  @Test
  void everyMarkingClassIsReadWithItsThresholds() throws IOException {
    for (Capture capture : captures("congestion-control")) {
      Node tree = capture.tree();
      for (List<String> row : capture.rows("ECN Configurations")) {
        assertThat(tree.text("traffic-class", row.get(0), "ecn")).contains(row.get(1));
        assertThat(tree.text("traffic-class", row.get(0), "min-threshold").flatMap(Bytes::parse))
            .as(capture.name())
            .hasValueSatisfying(size -> assertThat(size.isExact()).isTrue());
        assertThat(tree.text("traffic-class", row.get(0), "probability")).contains(row.get(5));
      }
      assertThat(tree.names("traffic-class")).isNotEmpty();
    }
  }

  @Test
  void schedulersMappingsAndPausesAreReadClassByClass() throws IOException {
    for (Capture capture : captures("egress-scheduler")) {
      Node tree = capture.tree();
      List<List<String>> rows = capture.rows("TC->DWRR weight configuration");
      assertThat(tree.names("traffic-class")).hasSize(rows.size());
      rows.forEach(
          row -> assertThat(tree.text("traffic-class", row.get(0), "mode")).contains(row.get(1)));
    }
    for (Capture capture : captures("egress-queue-mapping")) {
      Node tree = capture.tree();
      capture
          .rows("SP->TC mapping configuration")
          .forEach(row ->
              assertThat(tree.text("switch-priority", row.get(0), "traffic-class"))
                  .contains(row.get(1)));
    }
    for (Capture capture : captures("qos-mapping")) {
      assertThat(capture.tree().text("trust")).isPresent();
      assertThat(capture.tree().names("pcp")).hasSize(8);
    }
    for (Capture capture : captures("link-pause")) {
      assertThat(capture.tree().text("rx").flatMap(Switch::read)).isPresent();
      assertThat(capture.tree().text("tx").flatMap(Switch::read)).isPresent();
    }
  }

  @Test
  void pfcProfilesAreReadWithTheirPriorities() throws IOException {
    for (Capture capture : captures("qos-pfc-default-global")) {
      Node tree = capture.tree();
      assertThat(tree.names("switch-priority")).isNotEmpty();
      assertThat(tree.text("rx").flatMap(Switch::read)).isPresent();
      assertThat(tree.text("port-buffer").flatMap(Bytes::parse)).isPresent();
    }
  }

  @Test
  void thresholdsOfRoceRunInStepsOfItsPacketMemory() throws IOException {
    for (Capture capture : captures("roce-status")) {
      Node marking = capture.tree().at("congestion-control").orElseThrow();
      List<BufferCells.Pair> pairs =
          List.of(
              new BufferCells.Pair(
                  150_000, Bytes.parse(marking.text("min-threshold").orElseThrow()).orElseThrow()),
              new BufferCells.Pair(
                  1_500_000,
                  Bytes.parse(marking.text("max-threshold").orElseThrow()).orElseThrow()));
      assertThat(BufferCells.step(pairs)).as(capture.name()).isPresent();
    }
  }

  @Test
  void everyRevisionIsReadWithItsUserAndState() throws IOException {
    for (Capture capture : captures("config-revision")) {
      Revisions revisions = Revisions.parse(capture.tree());
      long rows = capture.text().lines().filter(line -> line.matches("\\d+\\s.*")).count();
      assertThat(revisions.all()).hasSize((int) rows);
      assertThat(revisions.unfinished()).isEmpty();
      assertThat(revisions.all())
          .allSatisfy(one -> {
            assertThat(one.isInForce()).isTrue();
            assertThat(one.user()).isNotEmpty();
          });
    }
  }

  @Test
  void aTableWithCutColumnsIsRefused() throws IOException {
    for (Capture capture : captures("ingress-priority-group")) {
      assertThatThrownBy(capture::tree)
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("not cut");
    }
  }

  @Test
  void whateverElseIsHereIsReadAsATree() throws IOException {
    for (Capture capture : captures("")) {
      if (!capture.name().contains("ingress-priority-group")) {
        assertThat(capture.tree().isEmpty()).as(capture.name()).isFalse();
      }
    }
  }

  @Test
  void everyPortOfAWalkHasNameCountersAndNeighbours() throws Exception {
    int own = 0;
    for (Path file : walks()) {
      try (SnmpWalk walk = new SnmpWalk(file)) {
        Map<Integer, String> ports = walk.ports(Ports::isPhysical);
        assertThat(ports).as(file.toString()).isNotEmpty();
        for (Map.Entry<Integer, String> port : ports.entrySet()) {
          PortId id = new PortId(LEAF, port.getValue());
          Sweep sweep =
              new SnmpSweeper(id, walk.client(), Columns.OF_A_PORT, UnaryOperator.identity())
                  .sweep(1_000, 2_000);
          int there = walk.check(sweep, counter -> place(walk, counter, port.getKey()));
          assertThat(there).as(file + " " + id).isPositive();
          own += there > 8 ? 1 : 0;
        }
        int rows = walk.column("1.0.8802.1.1.2.1.4.1.1.9").size();
        assertThat(
                LldpMib.read(LEAF, walk.client(), UnaryOperator.identity(), Ports::isPhysical)
                    .isEmpty())
            .as(file.toString())
            .isEqualTo(rows == 0);
      }
    }
    assertThat(own).as("ports with counters of Cumulus' own tables").isPositive();
  }

  /** A walk that is cut down to the system group has no ports. */
  private static List<Path> walks() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path file : Captures.walks(name -> name.startsWith("cumulus"))) {
      if (Files.readString(file).contains("\n1.3.6.1.2.1.31.1.1.1.1.")) {
        all.add(file);
      }
    }
    assumeTrue(!all.isEmpty(), "no walk of Cumulus has ports");
    return all;
  }

  /** Pauses are in EtherLike-MIB, or else in the table of Cumulus. */
  private static OID place(SnmpWalk walk, Counter counter, int index) {
    String name = counter.rawName().replaceFirst("\\.\\d$", "");
    int pair = counter.priority() == null ? 0 : 2 * counter.priority().value();
    String cumulus = "1.3.6.1.4.1.40310.2.";
    return switch (name) {
      case "clIntInPfcPkt" -> new OID(cumulus + "2.3.1." + (4 + pair) + "." + index);
      case "clIntOutPfcPkt" -> new OID(cumulus + "2.3.1." + (5 + pair) + "." + index);
      case "clBufferOverflowDiscards" -> new OID(cumulus + "1.2.1.3." + index);
      case "clEgressQOverflowDiscards" -> new OID(cumulus + "1.2.1.6." + index);
      case "dot3HCInPauseFrames", "dot3HCOutPauseFrames" -> {
        OID standard = SnmpWalk.standard(name, index);
        int own = name.contains("In") ? 2 : 3;
        yield walk.mib().containsKey(standard)
            ? standard
            : new OID(cumulus + "2.3.1." + own + "." + index);
      }
      default -> SnmpWalk.standard(name, index);
    };
  }
}
