package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Limit;
import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SystemGroup
class SecretPipeTest {
  @TempDir private Path folder;

  @Test
  void aSecretInAPipeIsNotWaitedForForEver() throws Exception {
    Limit limit = new Limit(Duration.ofMillis(20), 3);
    FileThreads threads = new FileThreads(limit, limit, InstantSource.system());
    Path pipe = folder.resolve("password");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> new SecretRef("file:" + pipe).read(_ -> null, threads))
        .hasMessageStartingWith(
            "secret file:" + pipe + " cannot be read: access to " + pipe + " hangs since 20");

    Files.writeString(pipe, "late");
  }
}
