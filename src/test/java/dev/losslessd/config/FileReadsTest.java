package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that hang hold up their own readers alone. */
class FileReadsTest {
  @TempDir private Path folder;

  @Test
  void aPipeIsGivenUpAndOtherFilesAreReadOn() throws Exception {
    FileReads reads = new FileReads(Duration.ofMillis(20), 3);
    Path pipe = pipe("pipe");
    Path good = Files.writeString(folder.resolve("good"), "text");

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> reads.bytes(pipe, 10)).hasMessageContaining("takes longer than");
    }
    assertThatThrownBy(() -> reads.bytes(pipe, 10)).hasMessageContaining("earlier reads of it");
    assertThat(text(reads, good)).isEqualTo("text");

    Path other = pipe("other");
    assertThatThrownBy(() -> reads.bytes(other, 10)).hasMessageContaining("takes longer than");
    assertThatThrownBy(() -> reads.bytes(good, 10)).hasMessageContaining("too many other files");

    Files.writeString(pipe, "late");
    Files.writeString(other, "late");
  }

  @Test
  void aFileThatIsNotThereSaysSo() {
    FileReads reads = new FileReads(Duration.ofSeconds(20), 1);

    assertThatThrownBy(() -> reads.bytes(folder.resolve("none"), 10))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aSecretInAPipeIsNotWaitedForForEver() throws Exception {
    FileReads reads = new FileReads(Duration.ofMillis(20), 3);
    Path pipe = pipe("password");

    assertThatThrownBy(() -> new SecretRef("file:" + pipe).read(_ -> null, reads))
        .hasMessage("secret file:" + pipe + " cannot be read: reading it takes longer than 0 s");

    Files.writeString(pipe, "late");
  }

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static String text(FileReads reads, Path file) throws Exception {
    return new String(reads.bytes(file, 10), StandardCharsets.UTF_8);
  }
}
