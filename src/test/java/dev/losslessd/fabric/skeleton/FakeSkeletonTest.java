package dev.losslessd.fabric.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.GoldenFile;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Labels, columns, order and units of what the fakes print are those of real captures. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FakeSkeletonTest {
  private final List<FakePage.Row> rows = new ArrayList<>();
  private final List<String> files;
  private final List<SwitchSystem> systems;
  private final AllFakes fakes;

  FakeSkeletonTest(@TempDir Path folder) throws IOException {
    files = FakeShow.files();
    systems = shows().stream().map(FakeShow::system).distinct().toList();
    fakes = new AllFakes(folder, systems);
  }

  @BeforeAll
  void configure() throws IOException {
    for (SwitchSystem system : systems) {
      Path site = Path.of("src/test/resources", system.word(), "site.txt");
      if (Files.exists(site)) {
        fakes.configure(system, Files.readAllLines(site));
      }
    }
    fakes.configure(SwitchSystem.NVUE, List.of("set qos roce state enabled"));
    fakes.run(SwitchSystem.NXOS, "checkpoint site1");
  }

  @AfterAll
  void write() throws IOException {
    fakes.close();
    Files.writeString(Path.of("target/fakes.md"), FakePage.text(rows));
    if (writes()) {
      Files.writeString(FakePage.PAGE, FakePage.text(rows));
    }
  }

  private boolean writes() {
    return GoldenFile.writes() && !files.isEmpty();
  }

  static List<FakeShow> shows() throws IOException {
    return FakeShow.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shows")
  void printsWhatACapturePrints(FakeShow show) throws IOException {
    String output = fakes.run(show.system(), show.command());
    Comparison comparison = show.compare(output, files);
    FakePage.Row row = FakePage.Row.of(show, comparison);
    rows.add(row);
    assertThat(writes() || FakePage.row(row.command()).isPresent())
        .as("%s: %s", show, GoldenFile.rewritten(FakePage.PAGE))
        .isTrue();
    assertThat(comparison.parts()).as("parts of %s", show).containsAll(show.own());
    assumeTrue(!comparison.captures().isEmpty(), "no capture at hand of " + show);

    Set<String> unseen = comparison.unseen();
    unseen.removeAll(show.own());
    String where = show + " differs from " + comparison.captures().keySet();
    assertThat(unseen).as(where).isEmpty();
    assertThat(comparison.outOfOrder()).as(where + " in order").isEmpty();
    assertThat(comparison.missing(show.reads(), output)).as("a driver reads, " + where).isEmpty();
    if (writes()) {
      return;
    }
    assertThat(FakePage.row(row.command()).orElseThrow())
        .as("target/fakes.md has it so: %s", GoldenFile.rewritten(FakePage.PAGE))
        .matches(row::agrees, row.line());
  }
}
