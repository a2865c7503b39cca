package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.cli.ExitCode;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code losslessd journal verify} and {@code export}, also beside a living daemon. */
class JournalVerbsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path folder;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream print = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void aWholeJournalIsCountedAndDamageIsNamed() throws IOException {
    try (Journal journal = write()) {
      assertThat(verify(file())).isZero();
      journal.append(new Entry.Frozen(false, "uid:0", "", NOW));
    }
    assertThat(out()).isEqualTo(file() + ": whole, 2 lines of 0 commits\n");

    byte[] all = Files.readAllBytes(file());
    all[200] ^= 1;
    Files.write(file(), all);
    assertThat(verify(file())).isEqualTo(1);
    assertThat(out()).contains("is damaged at line 2");
    assertThat(verify(folder.resolve("none"))).isEqualTo(1);
  }

  @Test
  void aRecordThatIsBeingWrittenIsNoDamage() throws IOException {
    write().close();
    byte[] all = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(all, all.length - 5));

    assertThat(verify(file())).as("its head had the line").isEqualTo(1);
    Files.delete(folder.resolve("journal.head"));
    assertThat(verify(file())).isZero();
    assertThat(out())
        .contains("has lost its end")
        .contains("bytes are of a line that is being written");
    assertThat(Files.size(file())).as("nothing is cut").isEqualTo(all.length - 5);
  }

  @Test
  void eachRecordIsALineOfJson() {
    write().close();
    assertThat(journal("export", file())).isZero();
    assertThat(out())
        .isEqualTo(
            """
            {"at":"2027-01-01T00:00:00Z","actor":"uid:0","from":"socket","entry":"frozen","frozen":true,"why":""}
            {"at":"2027-01-01T00:00:00Z","actor":"daemon","from":"daemon","entry":"rolled-back","commit":"c-000001","why":"said \\"no\\""}
            """);
    assertThat(journal("export", folder.resolve("none"))).isEqualTo(ExitCode.USAGE);
    assertThat(out()).contains("cannot be read");
  }

  @Test
  void whatScriptsGetIsADocument() {
    write().close();
    JsonMapper json = JsonMapper.builder().build();

    assertThat(journal("verify", file(), "-o", "json")).isZero();
    assertThat(json.readTree(out()).at("/whole").asBoolean()).isTrue();
    assertThat(journal("export", file(), "-o", "json")).isZero();
    assertThat(json.readTree(out()).at("/items/1/why").asString()).isEqualTo("said \"no\"");
    assertThat(journal("export", file(), "-o", "yaml")).isZero();
    assertThat(YAMLMapper.builder().build().readTree(out()).at("/items/0/entry").asString())
        .isEqualTo("frozen");
  }

  private Journal write() {
    Journal journal = Journal.open(file(), NOW);
    journal.append(new Entry.Frozen(true, "uid:0", "", NOW));
    journal.append(new Entry.RolledBack("c-000001", "said \"no\"", "daemon", NOW));
    return journal;
  }

  private int verify(Path file) {
    return journal("verify", file);
  }

  private int journal(String verb, Path file, String... more) {
    List<String> words = new ArrayList<>(List.of("journal", verb, file.toString()));
    words.addAll(List.of(more));
    return Command.run(folder.resolve("none.sock"), print, words.toArray(String[]::new));
  }

  private String out() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  private Path file() {
    return folder.resolve("journal");
  }
}
