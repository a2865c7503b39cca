package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.transport.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of known_hosts, judged as OpenSSH's own tools judge them. */
@SystemGroup
class KnownHostsFileTest {
  private static final PublicHostKey OLD = key("ssh-ed25519", 1);
  private static final PublicHostKey NEW = key("ssh-ed25519", 2);
  private static final PublicHostKey RSA = key("ssh-rsa", 3);

  @TempDir private Path folder;

  /** A key that nobody has, of the right form. */
  static PublicHostKey key(String type, int salt) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer blob = ByteBuffer.allocate(8 + name.length + 32);
    blob.putInt(name.length).put(name).putInt(32);
    blob.put(blob.position(), new byte[] {(byte) salt, 7, 7});
    return PublicHostKey.of(blob.array());
  }

  private static String line(String names, PublicHostKey key) {
    return names + " " + key.type() + " " + key.base64();
  }

  private static KnownHostsFile file(String... lines) {
    return KnownHostsFile.parse(
        (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String text(KnownHostsFile file) {
    return new String(file.bytes(), StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "leaf1",
        "LEAF1",
        "leaf10",
        "leaf1.example",
        "spine1.example",
        "[leaf1]:830",
        "[leaf1]:831",
        "10.0.0.1",
        "10.0.0.2",
        "2001:db8::1",
        "[2001:db8::1]:830",
        "other",
      })
  void hostsAreFoundAsSshKeygenFindsThem(String host) throws Exception {
    Path path = folder.resolve("known");
    Files.write(
        path,
        List.of(
            "# switches",
            "",
            line("leaf1,10.0.0.1", OLD) + " console",
            line("*.example,!spine*.example", OLD),
            line("[leaf1]:830", NEW),
            line("10.0.0.?", NEW),
            line("2001:db8::1", NEW),
            line("[2001:db8::1]:830", RSA),
            "@revoked " + line("other", OLD),
            line("broken", OLD).substring(0, 20)));
    String keygen = Program.installed("ssh-keygen");
    boolean found = finds(keygen, path, host);

    KnownHostsFile file = KnownHostsFile.read(path);

    assertThat(file.lines().stream().anyMatch(line -> line.knows(host))).isEqualTo(found);
    assertThat(file.bytes()).isEqualTo(Files.readAllBytes(path));
    Program.run(folder.resolve("log"), Map.of(), keygen, "-q", "-H", "-f", path.toString());
    assertThat(Files.readString(path)).contains("|1|");
    assertThat(KnownHostsFile.read(path).lines().stream().anyMatch(line -> line.knows(host)))
        .isEqualTo(found);
  }

  private boolean finds(String keygen, Path path, String host) throws Exception {
    Path log = folder.resolve("found");
    Process process =
        new ProcessBuilder(keygen, "-F", host, "-f", path.toString())
            .redirectOutput(log.toFile())
            .start();
    process.waitFor();
    return Files.readAllLines(log).stream()
        .anyMatch(line -> !line.startsWith("#") && !line.startsWith("@"));
  }

  @Test
  void aFingerprintIsTheOneThatSshKeygenPrints() throws Exception {
    Path log = folder.resolve("log");
    for (String type : List.of("ed25519", "rsa", "ecdsa")) {
      Path made = folder.resolve(type);
      String keygen = Program.installed("ssh-keygen");
      Program.run(log, Map.of(), keygen, "-q", "-t", type, "-N", "", "-f", made.toString());
      Path pub = folder.resolve(type + ".pub");
      String[] fields = Files.readString(pub).split(" ");

      Program.run(log, Map.of(), keygen, "-lf", pub.toString());

      assertThat(PublicHostKey.parse(fields[0], fields[1]).orElseThrow().fingerprint())
          .isEqualTo(Files.readString(log).split(" ")[1]);
    }
  }

  @Test
  void aKeyOfAPortIsItsOwnAndElseThatOfTheHost() {
    KnownHostsFile both = file(line("leaf1", RSA), line("[leaf1]:830", OLD));

    assertThat(both.judge("[leaf1]:830", OLD)).isEqualTo(State.KNOWN);
    assertThat(both.judge("[leaf1]:830", RSA)).isEqualTo(State.CHANGED);
    assertThat(both.judge("[leaf1]:831", RSA)).isEqualTo(State.KNOWN);
    assertThat(both.judge("leaf1", OLD)).isEqualTo(State.CHANGED);
    assertThat(both.judge("leaf2", OLD)).isEqualTo(State.UNKNOWN);
  }

  @Test
  void aRevokedKeyIsRefusedWhateverOtherLinesSay() {
    KnownHostsFile file = file(line("leaf1", OLD), "@revoked " + line("*", OLD));

    assertThat(file.judge("leaf1", OLD)).isEqualTo(State.REVOKED);
    assertThat(file.judge("[leaf1]:830", OLD)).isEqualTo(State.REVOKED);
    assertThat(file("@cert-authority " + line("leaf1", OLD)).judge("leaf1", OLD))
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void onlyTheOldKeyOfTheHostGoes() {
    String aliases = line("leaf1,leaf1.example,10.0.0.1", OLD) + " rack 7";
    String[] others = {
      "# leaf1 ssh-ed25519 is kept here",
      "",
      line("leaf10", OLD),
      "@revoked " + line("leaf1", RSA),
      "@cert-authority " + line("*", OLD),
      "leaf1 ssh-unheard-of AAAA",
    };
    KnownHostsFile file =
        file(aliases, others[0], others[1], others[2], others[3], others[4], others[5]);

    String text = text(file.trusting("leaf1", NEW, List.of(NEW)));

    assertThat(text.lines())
        .containsExactly(
            line("leaf1.example,10.0.0.1", OLD) + " rack 7",
            others[0],
            others[1],
            others[2],
            others[3],
            others[4],
            others[5],
            line("leaf1", NEW));
  }

  @Test
  void aKeyOfAnotherTypeThatTheHostStillHasStays() {
    KnownHostsFile file = file(line("leaf1", RSA), line("leaf1", OLD));

    assertThat(text(file.trusting("leaf1", NEW, List.of(NEW, RSA))))
        .isEqualTo(line("leaf1", RSA) + "\n" + line("leaf1", NEW) + "\n");
    assertThat(text(file.trusting("leaf1", NEW, List.of(NEW))))
        .isEqualTo(line("leaf1", NEW) + "\n");
  }

  @Test
  void aPatternWithAnOldKeyIsLeftToPeople() {
    KnownHostsFile file = file(line("spine1", OLD), line("leaf1,leaf*", OLD));

    assertThatThrownBy(() -> file.trusting("leaf1", NEW, List.of(NEW)))
        .hasMessageContaining("line 2 has an old key for 'leaf1,leaf*'");
  }

  @Test
  void theFileKeepsItsModeAndALinkStaysALink() throws Exception {
    Path real = Files.writeString(folder.resolve("real"), line("leaf1", OLD));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(folder.resolve("known_hosts"), real);

    new KnownHostsWriter().change(link, old -> old.trusting("leaf1", NEW, List.of(NEW)));

    assertThat(link).isSymbolicLink();
    assertThat(real).content().isEqualTo(line("leaf1", NEW) + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
        .isEqualTo("rw-r-----");
    assertThat(folder).isDirectoryNotContaining("glob:**losslessd");
  }

  @Test
  void whatSomebodyElseWritesMeanwhileIsKept() throws Exception {
    Path path = Files.writeString(folder.resolve("known"), line("leaf1", OLD) + "\n");
    KnownHostsWriter disturbed =
        new KnownHostsWriter(() -> {
          if (text(path).lines().count() == 1) {
            append(path, line("leaf2", RSA) + "\n");
          }
        });

    disturbed.change(path, old -> old.trusting("leaf1", NEW, List.of(NEW)));

    assertThat(path).content().isEqualTo(line("leaf2", RSA) + "\n" + line("leaf1", NEW) + "\n");
  }

  @Test
  void aCrashBeforeTheNewFileIsTakenLeavesTheOldOneAndTheNextTryIsWhole() throws Exception {
    Path path = Files.writeString(folder.resolve("known"), line("leaf1", OLD) + "\n");
    Files.writeString(folder.resolve(".known.losslessd"), "left by a crash, longer than a line");
    KnownHostsWriter broken =
        new KnownHostsWriter(() -> {
          throw new IllegalStateException("no space left");
        });

    assertThatThrownBy(() -> broken.change(path, old -> old.trusting("leaf1", NEW, List.of(NEW))))
        .hasMessage("no space left");
    assertThat(path).content().isEqualTo(line("leaf1", OLD) + "\n");
    assertThat(folder).isDirectoryNotContaining("glob:**losslessd");

    new KnownHostsWriter().change(path, old -> old.trusting("leaf1", NEW, List.of(NEW)));
    assertThat(path).content().isEqualTo(line("leaf1", NEW) + "\n");
  }

  @Test
  void aFileThatOthersWriteAllTheTimeIsLeft() throws Exception {
    Path path = Files.writeString(folder.resolve("known"), line("leaf1", OLD) + "\n");
    KnownHostsWriter disturbed = new KnownHostsWriter(() -> append(path, "# again\n"));

    assertThatThrownBy(
            () -> disturbed.change(path, old -> old.trusting("leaf1", NEW, List.of(NEW))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at the same time");
    assertThat(path).content().startsWith(line("leaf1", OLD)).doesNotContain(NEW.base64());
    assertThat(folder).isDirectoryNotContaining("glob:**losslessd");
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void append(Path path, String text) {
    try {
      Files.writeString(path, text(path) + text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
