package dev.losslessd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.FleetPages;
import dev.losslessd.house.SystemGroup;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bench fleet} asks Prometheus about is what the daemon serves. */
@SystemGroup
class FleetTextTest {
  /** Families that are there while a commit is open, or of NICs of another vendor. */
  private static final Set<String> ELSEWHERE =
      Set.of("losslessd_commit_deadline_timestamp_seconds", "roce_retransmits_total");

  @TempDir private Path folder;

  @Test
  void theLabelsAreThoseOfTheRealPage() throws Exception {
    Set<String> read = FleetQueries.families();
    FleetPages pages = FleetPages.of(2, folder);

    for (String page : List.of(pages.drifting(), pages.well())) {
      FleetText text = new FleetText(page, read);
      Set<String> served =
          page.lines()
              .filter(line -> read.contains(line.split("[{ ]", 2)[0]))
              .map(line -> line.substring(0, line.lastIndexOf(' ')).replace("{}", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(
              text.series(0).stream().map(FleetTextTest::atHome).filter(one -> !one.equals("up")))
          .containsExactlyInAnyOrderElementsOf(served);
      assertThat(text.series(70).toString())
          .contains("poller=\"gpu00071\"", "a=\"gpu00071:ens1f0np0\",b=\"leaf9:Ethernet1/7\"")
          .doesNotContain("gpu01", "\"leaf1\"", "Ethernet1/1\"");
      Set<String> two = new HashSet<>(text.series(0));
      two.addAll(text.series(1));
      assertThat(two).hasSize(2 * text.size());
    }
    Set<String> told = new TreeSet<>(read);
    told.removeIf(family ->
        Stream.of(pages.drifting(), pages.well())
            .anyMatch(
                page -> page.contains("\n" + family + "{") || page.contains("\n" + family + " ")));
    assertThat(told)
        .as("families that boards and alerts read and no series is of")
        .isEqualTo(ELSEWHERE);
  }

  private static String atHome(String series) {
    return series
        .replaceFirst(",?instance=\"gpu00001:9464\",job=\"losslessd\"}", "}")
        .replace("{}", "")
        .replace("gpu00001", "gpu01");
  }

  @Test
  void countersNeverRunBackwards() throws Exception {
    FleetText.Times times = new FleetText.Times(1000, 120, 30);
    FleetText text =
        new FleetText(
            "roce_port_bytes_total{device=\"gpu01\"} 7\nroce_port_active{device=\"gpu01\"} 1\n",
            Set.of("roce_port_bytes_total", "roce_port_active"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    text.write(3, times, out);

    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(360).allMatch(Pattern.compile("\\S+ \\d+ \\d+").asMatchPredicate());
    List<Long> bytes =
        lines.subList(0, 120).stream().map(line -> Long.parseLong(line.split(" ", -1)[1])).toList();
    assertThat(bytes).isSorted().doesNotHaveDuplicates();
    assertThat(lines.get(119))
        .startsWith("roce_port_bytes_total{device=\"gpu00004\",instance=")
        .endsWith(" " + times.end());
    assertThat(lines.get(120)).startsWith("roce_port_active{").contains("} 1 1000");
  }
}
