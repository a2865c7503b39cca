package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.QueueCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
class NvueConformanceTest {
  private static final Path CAPTURES = Path.of("../shared/data/switch/cli/cumulus");
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
    assumeTrue(Files.isDirectory(CAPTURES), "no captures beside this repository");
    List<Capture> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(CAPTURES)) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().contains(part)) {
          String text =
              String.join(
                  "\n",
                  Files.readAllLines(file).stream()
                      .filter(line -> !line.matches("\\S+@\\S+\\$ .*|\\.\\.\\."))
                      .toList());
          all.add(new Capture(file.getFileName().toString(), text));
        }
      }
    }
    assumeTrue(!all.isEmpty(), "no capture of " + part);
    return all;
  }

  @Test
  void everyPauseAndFrameOfTheCountersIsReadAndNoTextOfUnits() throws IOException {
    for (Capture capture : captures("counters-qos")) {
      if (capture.name().endsWith(".txt")) {
        Map<QueueCell, Long> cells = Counters.parse(capture.tree());
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
      Map<QueueCell, Long> cells = Counters.parse(capture.tree());
      assertThat(cells.values())
          .as(capture.name())
          .allSatisfy(value -> assertThat(capture.text()).contains(": " + value));
      assertThat(cells).hasSizeGreaterThanOrEqualTo(5);
    }
  }

  @Test
  void everyQueueThatTheWatchdogShutIsCounted() throws IOException {
    for (Capture capture : captures("pfc-watchdog")) {
      Map<QueueCell, Long> cells = Counters.deadlocks(capture.tree());
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
      List<Cells.Pair> pairs =
          List.of(
              new Cells.Pair(
                  150_000, Bytes.parse(marking.text("min-threshold").orElseThrow()).orElseThrow()),
              new Cells.Pair(
                  1_500_000,
                  Bytes.parse(marking.text("max-threshold").orElseThrow()).orElseThrow()));
      assertThat(Cells.step(pairs)).as(capture.name()).isPresent();
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
}
