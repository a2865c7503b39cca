package dev.losslessd.config;

import dev.losslessd.files.FileThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Place of a secret, never its value. Read anew at each use, so that a rotated secret needs no
 * restart.
 *
 * @param text {@code file:/path}, {@code env:NAME} or {@code credential:name} (systemd)
 */
public record SecretRef(String text) {
  private static final int MOST_BYTES = 64 * 1024;

  /**
   * The secret, without a line end.
   *
   * @throws IllegalStateException it is not there or empty; the message names the reference
   */
  public String read(Function<String, @Nullable String> environment) {
    return read(environment, FileThreads.SHARED);
  }

  String read(Function<String, @Nullable String> environment, FileThreads reads) {
    Optional<Path> file = file(environment);
    String secret =
        file.isPresent()
            ? read(file.get(), reads)
            : present(environment.apply(name()), "variable " + name() + " is not set");
    if (secret.isEmpty()) {
      throw unreadable("it is empty", null);
    }
    return secret;
  }

  /**
   * The file that it is in.
   *
   * @return empty for a variable
   * @throws IllegalStateException systemd gave no credentials, or the name is no path
   */
  public Optional<Path> file(Function<String, @Nullable String> environment) {
    try {
      return switch (text.substring(0, text.indexOf(':'))) {
        case "file" -> Optional.of(Path.of(name()));
        case "env" -> Optional.empty();
        default ->
            Optional.of(
                Path.of(
                    present(
                        environment.apply("CREDENTIALS_DIRECTORY"), "systemd gave no credentials"),
                    name()));
      };
    } catch (InvalidPathException e) {
      throw unreadable("no path: " + e.getReason(), e);
    }
  }

  /** Says why others than the owner can read the file; empty if they cannot, or there is none. */
  public Optional<String> openness(Function<String, @Nullable String> environment) {
    try {
      return file(environment).flatMap(SecretRef::openness);
    } catch (IllegalStateException e) {
      return Optional.empty(); // told where it is read
    }
  }

  private static Optional<String> openness(Path file) {
    try {
      Set<PosixFilePermission> mode =
          FileThreads.SHARED.place(file).call(file, () -> Files.getPosixFilePermissions(file));
      return mode.contains(PosixFilePermission.GROUP_READ)
              || mode.contains(PosixFilePermission.OTHERS_READ)
          ? Optional.of(
              "secret file %s has mode %s, which lets others read it (chmod 600 %s)"
                  .formatted(file, PosixFilePermissions.toString(mode), file))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String name() {
    return text.substring(text.indexOf(':') + 1);
  }

  private String read(Path file, FileThreads reads) {
    try {
      byte[] bytes = reads.bytes(file, MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw unreadable("it has more than " + MOST_BYTES + " bytes", null);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString().strip();
    } catch (NoSuchFileException e) {
      throw unreadable("no such file", e);
    } catch (AccessDeniedException e) {
      throw unreadable("this user may not read it", e);
    } catch (CharacterCodingException e) {
      throw unreadable("it is no UTF-8 text", e);
    } catch (IOException e) {
      throw unreadable(String.valueOf(e.getMessage()), e);
    }
  }

  private String present(@Nullable String value, String otherwise) {
    if (value == null) {
      throw unreadable(otherwise, null);
    }
    return value;
  }

  private IllegalStateException unreadable(String why, @Nullable Exception cause) {
    return new IllegalStateException("secret " + text + " cannot be read: " + why, cause);
  }
}
