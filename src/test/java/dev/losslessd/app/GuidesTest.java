package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each row of the page on public guides that names a verb does what it says. */
@SystemGroup
class GuidesTest {
  private static final Path PAGE = Path.of("src/docs/how-to/five-guides.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern PIPED = Pattern.compile("echo (\\S+) \\| (losslessd env check) -");

  private static final String RDMA =
      """
      gpu01:1:1 [0] NCCL INFO NCCL version 2.21.5+cuda12.4
      gpu01:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eno1:192.0.2.11<0>
      gpu01:1:1 [0] NCCL INFO Using network IB
      """;

  private static final String SOCKET =
      """
      gpu01:1:1 [0] NCCL INFO NCCL version 2.21.5+cuda12.4
      gpu01:1:1 [0] NCCL INFO NET/IB : No device found.
      gpu01:1:1 [0] NCCL INFO NET/Socket : Using [0]eno1:192.0.2.11<0>
      gpu01:1:1 [0] NCCL INFO Using network Socket
      """;

  private static final String NO_SOCKET =
      """

      gpu01:1:1 [0] bootstrap.cc:60 NCCL WARN Bootstrap : no socket interface found
      """;

  @TempDir private Path folder;

  /** One row of a table. */
  private record Row(String asked, String here, String shows) {
    static List<Row> all() throws IOException {
      return Files.readAllLines(PAGE).stream()
          .filter(line -> line.startsWith("| ") && !line.startsWith("| The guide asks"))
          .map(Row::of)
          .toList();
    }

    private static Row of(String line) {
      String[] cells = line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1);
      assertThat(cells).as(line).hasSize(3);
      return new Row(cells[0].strip(), cells[1].strip().replace("\\|", "|"), cells[2].strip());
    }

    boolean isCommand() {
      return here.startsWith("`");
    }

    String command() {
      return here.substring(1, here.length() - 1);
    }

    List<String> shown() {
      return CODE.matcher(shows).results().map(one -> one.group(1)).toList();
    }
  }

  @Test
  void eachRowHasAVerbWithProofOrAReason() throws IOException {
    assertThat(Row.all())
        .hasSizeGreaterThan(80)
        .allSatisfy(row -> {
          if (row.isCommand()) {
            assertThat(row.shown()).as(row.asked()).isNotEmpty();
          } else {
            assertThat(row.here()).as(row.asked()).isIn("corrected", "out of scope");
            assertThat(row.shows()).as(row.asked()).hasSizeGreaterThan(20);
          }
        });
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void eachVerbShowsWhatItsRowSays() throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", DemoConfig.POLICY + "switches:\n")) {
      for (String leaf : List.of("leaf1", "leaf2")) {
        fixture.tell("foreign " + leaf + " " + DemoConfig.networkTeam());
        fixture.add(leaf, "lldp");
      }
      Files.writeString(folder.resolve("train.log"), RDMA);
      Files.writeString(folder.resolve("socket.log"), SOCKET);
      Files.writeString(folder.resolve("nosocket.log"), NO_SOCKET);
      Files.writeString(folder.resolve("train.env"), "NCCL_IB_TC=106\n");
      fixture.start();
      lossless(fixture);
      SoftAssertions all = new SoftAssertions();
      for (Row row : Row.all().stream().filter(Row::isCommand).toList()) {
        String text = shown(fixture, row);
        all.assertThat(text).as("%s: %s", row.asked(), row.command()).contains(row.shown());
      }
      all.assertAll();
    }
  }

  /** Both ends are set, both links told, and traffic runs. */
  private static void lossless(DaemonFixture fixture) {
    DaemonFixture.await(
        () -> fixture.type("plan").text().contains("leaf2:Ethernet1/1"), "the links are not told");
    DaemonFixture.Typed applied = fixture.type("apply", "--yes", "--confirm");
    assertThat(applied.code()).as(applied.text()).isZero();
    fixture.tell("load 40");
  }

  /** Looks again until it is there: counters and contracts come with the next poll. */
  private String shown(DaemonFixture fixture, Row row) throws IOException {
    String[] words = words(fixture, row.command());
    long end = System.nanoTime() + DaemonFixture.PATIENCE.toNanos();
    String text = fixture.type(words).text();
    while (!row.shown().stream().allMatch(text::contains) && System.nanoTime() < end) {
      text = fixture.type(words).text();
    }
    return text;
  }

  /** A pipe's line goes by a file, so that no row needs a shell and a JVM of its own. */
  private String[] words(DaemonFixture fixture, String command) throws IOException {
    Matcher piped = PIPED.matcher(command);
    String typed = command;
    if (piped.matches()) {
      Files.writeString(folder.resolve("piped.env"), piped.group(1) + "\n");
      typed = piped.group(2) + " piped.env";
    }
    typed = typed.replaceFirst("(\\S+\\.(log|env))$", folder + "/$1");
    if (typed.matches("losslessd (discover|check)")) {
      typed += " --config " + fixture.config;
    }
    return typed.replaceFirst("^losslessd ", "").split(" ");
  }
}
