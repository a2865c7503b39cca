package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example scripts of REST do what they say, and nothing the second time. */
@SystemGroup
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("src/docs/how-to/examples").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void eachExampleRunsAndHasNothingToDoTheSecondTime() throws Exception {
    List<Path> scripts = scripts();
    assertThat(scripts).hasSizeGreaterThan(3);
    String index = Files.readString(EXAMPLES.resolve("README.md"));
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      DocumentShell shell =
          new DocumentShell(folder, Map.of("LOSSLESSD_SOCKET", fixture.socket().toString()));
      for (Path script : scripts) {
        assertThat(index).contains("(" + script.getFileName() + ")");
        DocumentShell.Ran first = shell.run(script.toString());
        assertThat(first.code()).as(script + "\n" + first.text()).isZero();
        DocumentShell.Ran second = shell.run(script.toString());
        assertThat(second.code()).as(script + "\n" + second.text()).isZero();
        assertThat(second.text()).as(script.toString()).endsWith("nothing to do\n");
      }
      for (String port : List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0")) {
        assertThat(fixture.pfc(port)).isEqualTo("pfc 3");
      }
      assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("awaiting-confirm");
    }
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(one -> one.toString().endsWith(".sh")).sorted().toList();
    }
  }
}
