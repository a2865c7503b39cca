package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read is exactly what was written, or an error with its line. */
class TokenFileTest {
  private static final Instant MADE = Instant.parse("2027-01-01T00:00:00Z");
  private static final TokenEntry CI =
      new TokenEntry(
          "t-0a1b2c3d",
          "ci",
          Role.OPERATOR,
          new DeviceScope(List.of("leaf*", "gpu0?")),
          MADE,
          "uid:0",
          MADE.plusSeconds(60),
          "ab".repeat(32));
  private static final TokenEntry OPS =
      new TokenEntry(
          "t-00000001", "ops", Role.ADMIN, DeviceScope.ALL, MADE, "token", null, "cd".repeat(32));

  @TempDir private Path folder;
  private Path path;
  private TokenFile file;

  @BeforeEach
  void start() {
    path = folder.resolve("tokens");
    file = new TokenFile(path);
  }

  @Test
  void whatWasWrittenIsReadByTheNextProcess() throws IOException {
    assertThat(file.read()).isEmpty();

    file.write(List.of(CI, OPS));

    assertThat(new TokenFile(path).read()).containsExactly(CI, OPS);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    file.write(List.of());
    assertThat(new TokenFile(path).read()).isEmpty();
  }

  /** Whatever is cut off, and whichever byte is another, there are never fewer tokens. */
  @Test
  void aFileThatIsNotAsItWasWrittenIsNeverTakenForAnother() throws IOException {
    file.write(List.of(CI, OPS));
    byte[] whole = Files.readAllBytes(path);
    for (int length = 0; length < whole.length; length++) {
      Files.write(path, Arrays.copyOf(whole, length));
      assertThatThrownBy(file::read)
          .as("first " + length)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("tokens file " + path + " line ");
    }
    for (int at = 0; at < whole.length; at++) {
      byte[] other = whole.clone();
      other[at] = 0x01;
      Files.write(path, other);
      assertThatThrownBy(file::read).as("byte " + at).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void aBadLineIsNamedWithWhatToDo() throws IOException {
    file.write(List.of(CI, OPS));
    String text = Files.readString(path);

    Files.writeString(path, text.replace("\"admin\"", "\"root\""));
    assertThatThrownBy(file::read)
        .hasMessageContaining(
            "line 3 is not a token: it makes no sense at /role: 'root', expected one of viewer,")
        .hasMessageContaining("put a copy of the file back");

    Files.writeString(path, text.replace("t-00000001", "t-0a1b2c3d"));
    assertThatThrownBy(file::read).hasMessageContaining("line 3 has the id, name or hash");

    Files.writeString(path, text.lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
    assertThatThrownBy(file::read)
        .hasMessageContaining("line 1 expected")
        .hasMessageContaining("1 lines");

    Files.writeString(path, "");
    assertThatThrownBy(file::read).hasMessageContaining("line 0 is cut off");
  }

  @Test
  void aFileThatOthersMayWriteIsRefused() throws IOException {
    file.write(List.of(OPS));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw--w----"));

    assertThatThrownBy(file::read)
        .hasMessageContainingAll(path.toString(), "rw--w----", "chmod 600");
  }

  @Test
  void whatCannotBeWrittenLeavesTheOldFile() throws IOException {
    file.write(List.of(CI));
    Files.createSymbolicLink(folder.resolve("tokens.new"), Path.of("/dev/full"));

    assertThatThrownBy(() -> file.write(List.of(CI, OPS)))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll(path.toString(), "symbolic link");
    assertThat(file.read()).containsExactly(CI);
  }

  @Test
  void whatIsPrintedOfATokenHasNoHash() {
    assertThat(CI.toString()).isEqualTo("t-0a1b2c3d ci");
  }
}
