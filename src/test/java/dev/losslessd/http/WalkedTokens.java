package dev.losslessd.http;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Access tokens of a walked server, which can be brought into each state. */
final class WalkedTokens {
  private static final String NAME = "ci";

  private final AccessTokens tokens;
  private final Path fresh;
  private final String ended;

  WalkedTokens(AccessTokens tokens, Path folder) {
    this.tokens = tokens;
    this.fresh = folder.resolve("tokens.new");
    this.ended = make("old", Role.VIEWER, Optional.of(Duration.ZERO)).secret();
  }

  /** Header of a token that is not accepted, and that nobody guessed. */
  String ended() {
    return "Authorization: Bearer " + ended;
  }

  /** Id of a token that is there now. */
  String made() {
    return make(NAME, Role.OPERATOR, Optional.empty()).entry().id();
  }

  /** The file of tokens cannot be written any more. */
  void breakDisk() {
    try {
      Files.createDirectory(fresh);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As it was before. */
  void calm() {
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    tokens.all().stream()
        .filter(one -> one.name().equals(NAME))
        .forEach(one -> tokens.revoke(one.id(), "test"));
  }

  private AccessTokens.Made make(String name, Role role, Optional<Duration> life) {
    return tokens.make(name, role, DeviceScope.ALL, life, "uid:0");
  }
}
