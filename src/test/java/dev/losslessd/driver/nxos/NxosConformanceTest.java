package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.QueueCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
class NxosConformanceTest {
  /**
   * Known and left: bytes of what is counted in packets, depths, sums of what is taken by priority,
   * and {@code WD & Tail Drop}, which counts watchdog drops twice.
   */
  private static final Set<String> IGNORED =
      Set.of(
          "Dropped Byts",
          "WRED/AFD & Tail Drop Byts",
          "WD & Tail Drop Pkts",
          "WD & Tail Drop Byts",
          "ECN Byts",
          "Q Depth Byts",
          "Q Depth Pkts",
          "WRED Drop Byts",
          "Ingress MMU Drop Bytes",
          "Ingress MMU Drop Byts",
          "TxPPP",
          "RxPPP",
          "Total pkts drained",
          "Total pkts dropped",
          "Total pkts drained + dropped",
          "Total Ingress pkts dropped");

  private static List<Path> captures(String part) throws IOException {
    return Captures.files("cli/nxos", name -> name.contains(part) && name.endsWith(".txt"));
  }

  @Test
  void everyPfcTableIsReadWithAllItsNumbers() throws IOException {
    for (Path file : captures("show-interface-priority-flow-control")) {
      String text = withoutPrompt(Files.readString(file));
      long rows = text.lines().filter(line -> line.strip().startsWith("Ethernet")).count();

      var table = PfcTable.parsePfc(text).rows();

      assertThat(table).as(file.toString()).hasSize((int) rows);
      table.forEach((port, row) ->
          assertThat(text)
              .containsPattern(port + "\\s.*\\s" + row.received() + "\\s+" + row.sent()));
    }
  }

  @Test
  void everyPauseTableIsRead() throws IOException {
    for (Path file : captures("show-interface-flowcontrol")) {
      assertThat(PauseTable.parsePause(withoutPrompt(Files.readString(file))).rows()).isNotEmpty();
    }
  }

  @Test
  void wholeConfigurationsAreReadWithAllTheirInterfaces() throws IOException {
    for (Path file : captures("test-get-config-show-running-config")) {
      String text = Files.readString(file);
      long interfaces = text.lines().filter(line -> line.startsWith("interface ")).count();

      assertThat(RunningConfig.parseConfig(RunningConfig.COMMAND, text).after("interface "))
          .hasSize((int) interfaces);
    }
  }

  @Test
  void everyCounterOfTheQueuesIsTakenOrLeftByName() throws IOException {
    for (Path file : captures("show-queuing-interface")) {
      String text = withoutPrompt(Files.readString(file));

      assertThat(QueueTable.parseQueues(text).all()).as(file.toString()).isNotEmpty();
      assertThat(QueueTable.parseQueues(text).leftOut()).as(file.toString()).isEmpty();
      assertThat(labels(text))
          .as(file.toString())
          .isNotEmpty()
          .allMatch(NxosConformanceTest::isKnown);
      assertAllNumbersAreThere(text, QueueTable.parseQueues(text).all().values());
    }
  }

  @Test
  void everyCounterOfTheWatchdogIsTakenOrLeftByName() throws IOException {
    for (Path file : captures("show-queuing-pfc-queue")) {
      String text = withoutPrompt(Files.readString(file));

      assertThat(WatchdogTable.parseWatchdog(text).all()).as(file.toString()).isNotEmpty();
      assertThat(WatchdogTable.parseWatchdog(text).leftOut()).as(file.toString()).isEmpty();
      assertThat(labels(text))
          .as(file.toString())
          .isNotEmpty()
          .allMatch(NxosConformanceTest::isKnown);
    }
  }

  /** Whether a counter of this name is taken, or left on purpose. */
  private static boolean isKnown(String label) {
    return QueueLabels.OF_QUEUE.containsKey(label)
        || QueueLabels.OF_PORT.containsKey(label)
        || QueueLabels.OF_WATCHDOG.containsKey(label)
        || IGNORED.contains(label);
  }

  /** Words before a number, in boxes and in sums of the port. */
  private static List<String> labels(String text) {
    List<String> labels = new ArrayList<>();
    for (String raw : text.lines().toList()) {
      String line = raw.strip();
      Matcher sum = Pattern.compile("([A-Za-z][A-Za-z &/]*?)\\s+\\d+").matcher(line);
      if (line.startsWith("|") && line.endsWith("|")) {
        QueueTable.labelled(line).stream()
            .filter(one -> one.values().stream().anyMatch(value -> value.matches("\\d+")))
            .forEach(one -> labels.add(one.label()));
      } else if (sum.matches()) {
        labels.add(sum.group(1));
      }
    }
    return labels;
  }

  private static void assertAllNumbersAreThere(
      String text, Collection<Map<QueueCell, Long>> ports) {
    Set<Long> taken = new HashSet<>();
    ports.forEach(cells -> taken.addAll(cells.values()));
    Matcher row =
        Pattern.compile("(?m)^ *[0-7] .*?ctive +(\\d+) +\\w*ctive +(\\d+) *$").matcher(text);
    while (row.find()) {
      assertThat(taken).contains(Long.valueOf(row.group(1)), Long.valueOf(row.group(2)));
    }
  }

  private static String withoutPrompt(String text) {
    return text.lines()
        .filter(line -> !line.contains("# show "))
        .reduce("", (a, b) -> a + "\n" + b);
  }
}
