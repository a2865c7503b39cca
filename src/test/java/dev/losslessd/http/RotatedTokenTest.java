package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token file that is rewritten under a running server. */
class RotatedTokenTest {
  private static final String NEW = "n".repeat(43);

  @TempDir private Path folder;

  @Test
  void theNewOneIsInForceAtOnceAndHalfOfItNever() throws Exception {
    Path file = folder.resolve("token");
    RotatedToken token = new RotatedToken(() -> Tokens.readOrMake(file, new SecureRandom()));
    String first = token.get();
    assertThat(Files.readString(file).strip()).isEqualTo(first);

    for (String half :
        new String[] {"", "nnnnnnn", "two words of a text that is no token at all"}) {
      Files.writeString(file, half);
      assertThat(token.get()).as(half).isEqualTo(first);
    }
    Files.writeString(file, NEW + "\n");
    assertThat(token.get()).isEqualTo(NEW);

    Files.delete(file);
    assertThat(token.get()).isNotEqualTo(NEW).hasSize(43);
  }

  @Test
  void aShortSecretOfTheConfigIsTakenForOneThatIsCut() {
    String[] now = {NEW};
    RotatedToken token = new RotatedToken(() -> now[0]);

    now[0] = "m".repeat(31);
    assertThat(token.get()).isEqualTo(NEW);
    now[0] = "m".repeat(32);
    assertThat(token.get()).isEqualTo(now[0]);
  }

  @Test
  void atTheStartItMustBeThere() {
    assertThatThrownBy(() ->
            new RotatedToken(() -> {
              throw new IllegalStateException("no such file");
            }))
        .hasMessage("no such file");
  }
}
