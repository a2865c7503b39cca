package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start with a broken file goes on with. */
class KeptConfigTest {
  @TempDir private Path folder;
  private Path file;
  private Path state;
  private KeptConfig kept;

  @BeforeEach
  void make() throws IOException {
    file = folder.resolve("losslessd.yaml");
    state = Files.createDirectory(folder.resolve("state"));
    kept = KeptConfig.in(state);
  }

  @Test
  void whatWasKeptIsWhatWasInForceWithItsProfileAndReferencesInsteadOfSecrets() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "hunter2-hunter2\n");
    Files.createDirectory(folder.resolve("profiles"));
    Files.writeString(folder.resolve("profiles/own.yaml"), "policy: { mtu: 9000 }\n");
    ConfigLoader.Loaded loaded =
        load("policy: { profile: own }\nhttp: { token: 'file:" + secret + "' }\n");

    kept.write(file, loaded);
    Files.delete(folder.resolve("profiles/own.yaml"));
    Files.writeString(file, "broken: [");

    assertThat(kept.read(file, "gpu01"))
        .hasValueSatisfying(read -> {
          assertThat(read.config().policy()).isEqualTo(loaded.config().policy());
          assertThat(read.since(loaded)).isEmpty();
          assertThat(read.digest()).isEqualTo(loaded.digest());
        });
    assertThat(Files.readString(kept.file())).contains("file:" + secret).doesNotContain("hunter2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept.file())))
        .isEqualTo("rw-------");
    assertThat(names()).containsExactly(KeptConfig.NAME);
  }

  @Test
  void itIsTakenOnlyForTheFileOfTheSamePath() throws Exception {
    kept.write(file, load(""));

    assertThat(kept.read(file, "gpu01")).isPresent();
    assertThat(kept.read(folder.resolve("other.yaml"), "gpu01")).isEmpty();
    assertThat(kept.read(Path.of(file + ".old"), "gpu01")).isEmpty();
  }

  @Test
  void oneThatWasMovedToAnotherStateFolderIsNotTaken() throws Exception {
    kept.write(file, load(""));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.copy(kept.file(), elsewhere.resolve(KeptConfig.NAME));

    assertThat(KeptConfig.in(elsewhere).read(file, "gpu01")).isEmpty();
  }

  @Test
  void oneThatIsCutOrDamagedIsNotTaken() throws Exception {
    assertThat(kept.read(file, "gpu01")).as("none").isEmpty();
    kept.write(file, load("poll: { nic: 2s }\n"));
    String whole = Files.readString(kept.file());

    for (String bad :
        List.of(
            "",
            whole.substring(0, 20),
            whole.replace("2s", "2 parsecs"),
            whole + "nonsense: 1\n",
            "#" + whole)) {
      Files.writeString(kept.file(), bad);
      assertThat(kept.read(file, "gpu01")).as(bad).isEmpty();
    }
    Files.delete(kept.file());
    Files.createDirectory(kept.file());
    assertThat(kept.read(file, "gpu01")).as("a folder").isEmpty();
  }

  @Test
  void whatCannotBeWrittenLeavesTheFormer() throws Exception {
    kept.write(file, load("poll: { nic: 2s }\n"));
    Files.createDirectory(state.resolve(KeptConfig.NAME + ".new"));
    ConfigLoader.Loaded next = load("poll: { nic: 3s }\n");

    assertThatThrownBy(() -> kept.write(file, next)).isInstanceOf(IOException.class);

    assertThat(kept.read(file, "gpu01"))
        .hasValueSatisfying(read -> assertThat(read.effective()).contains("nic: 2s"));
  }

  @Test
  void theStateFolderIsReadFromABrokenFileWhereItsLineCanBe() throws Exception {
    Path usual = Path.of("/usual");
    for (String line :
        List.of("state: /own", "state: '/own'", "state: \"/own\" # here", "state:\t/own  ")) {
      Files.writeString(file, "mode: observe\n" + line + "\nbroken: [\n");
      assertThat(KeptConfig.of(file, usual)).as(line).isEqualTo(KeptConfig.in(Path.of("/own")));
    }
    for (String line : List.of("#state: /own", "  state: /own", "state: own", "xstate: /own")) {
      Files.writeString(file, "mode: observe\n" + line + "\nbroken: [\n");
      assertThat(KeptConfig.of(file, usual)).as(line).isEqualTo(KeptConfig.in(usual));
    }
    assertThat(KeptConfig.of(folder.resolve("none"), usual)).isEqualTo(KeptConfig.in(usual));
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 's'});
    assertThat(KeptConfig.of(file, usual)).as("no text").isEqualTo(KeptConfig.in(usual));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(state)) {
      return all.map(one -> String.valueOf(one.getFileName())).toList();
    }
  }

  private ConfigLoader.Loaded load(String text) throws IOException {
    Files.writeString(file, "state: " + state + "\n" + text);
    ConfigLoader.Result result =
        ConfigLoader.load(file, "gpu01", List.of(folder.resolve("profiles")));
    assertThat(result).as(result.toString()).isInstanceOf(ConfigLoader.Loaded.class);
    return (ConfigLoader.Loaded) result;
  }
}
