package dev.losslessd.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a secret is, never what it is. Read anew at each use, so that a rotated secret needs no
 * restart.
 *
 * @param text {@code file:/path}, {@code env:NAME} or {@code credential:name} (systemd)
 */
public record SecretRef(String text) {

  /**
   * The secret, without a line end.
   *
   * @throws IllegalStateException it is not there; the message names the reference
   */
  public String read(java.util.function.Function<String, @Nullable String> environment) {
    String name = text.substring(text.indexOf(':') + 1);
    try {
      return switch (text.substring(0, text.indexOf(':'))) {
        case "file" -> Files.readString(Path.of(name)).strip();
        case "env" -> present(environment.apply(name), "variable " + name + " is not set");
        default ->
            Files.readString(
                    Path.of(
                        present(
                            environment.apply("CREDENTIALS_DIRECTORY"),
                            "systemd gave no credentials"),
                        name))
                .strip();
      };
    } catch (IOException e) {
      throw new IllegalStateException(
          "secret " + text + " cannot be read: " + e.getClass().getSimpleName(), e);
    }
  }

  private String present(@Nullable String value, String otherwise) {
    if (value == null) {
      throw new IllegalStateException("secret " + text + " cannot be read: " + otherwise);
    }
    return value;
  }
}
