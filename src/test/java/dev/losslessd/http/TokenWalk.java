package dev.losslessd.http;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The access tokens of a walk, and their file, which may be full.
 *
 * @param next the file that is written in place of the tokens
 */
record TokenWalk(Rig rig, Path next) {
  private static final String NAME = "ci";

  /** Id of a token that is there now. */
  String made() {
    return rig.tokens
        .make(NAME, Role.OPERATOR, DeviceScope.ALL, Optional.empty(), "uid:0")
        .entry()
        .id();
  }

  /** The file of tokens cannot be written any more. */
  void breakFile() {
    try {
      Files.createDirectory(next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file can be written again, and the token that a request made is gone. */
  void calm() {
    try {
      Files.deleteIfExists(next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rig.tokens.all().stream()
        .filter(one -> one.name().equals(NAME))
        .forEach(one -> rig.tokens.revoke(one.id(), "test"));
  }
}
