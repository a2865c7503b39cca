package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
  @TempDir private Path folder;

  @Test
  void noLinkIsFollowedWhateverTheFileIs() throws IOException {
    Path victim = Files.writeString(folder.resolve("passwd"), "root\n");
    Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rw-r--r--"));
    for (String target : new String[] {"passwd", "nowhere"}) {
      Path link = Files.createSymbolicLink(folder.resolve(target + ".link"), Path.of(target));

      assertThatThrownBy(() ->
              OwnerOnly.open(
                  link,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContainingAll(link.toString(), "symbolic link");
    }
    assertThat(victim).hasContent("root\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(victim)))
        .isEqualTo("rw-r--r--");
    assertThat(folder.resolve("nowhere")).doesNotExist();
  }
}
