package dev.losslessd.http;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Place;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The bearer token for writes over TCP: one line in a file that its owner alone may read. */
public final class Tokens {
  private static final int BYTES = 32;
  private static final int LARGEST = 4096;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{32,256}");

  private Tokens() {}

  /**
   * Reads the token, or makes it at the first start.
   *
   * @param random a cryptographic one: {@link java.security.SecureRandom}
   * @throws ListenException unreadable, not a token, or readable by others than its owner
   */
  public static String readOrMake(Path file, RandomGenerator random) {
    try {
      return Files.exists(file) ? read(file) : make(file, random);
    } catch (FileAlreadyExistsException e) {
      throw new ListenException("token file " + file + " was made by someone else just now", e);
    } catch (IOException e) {
      throw new ListenException(
          "token file " + file + " cannot be used: " + e + "; expected a file of mode 0600", e);
    }
  }

  /** Compares in constant time, so that the delay of an answer reveals nothing about the token. */
  static boolean same(String expected, String shown) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Path file) throws IOException {
    Set<PosixFilePermission> open =
        EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);
    Place place = FileThreads.SHARED.place(file, "the token of REST");
    Set<PosixFilePermission> is = place.call(file, () -> Files.getPosixFilePermissions(file));
    open.retainAll(is);
    if (!open.isEmpty()) {
      throw new ListenException(
          ("token file %s has mode %s, expected rw------- (chmod 600, or delete it and get a new"
                  + " token)")
              .formatted(file, PosixFilePermissions.toString(is)));
    }
    byte[] bytes = place.call(file, () -> FileThreads.first(file, LARGEST));
    String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
    if (!FORM.matcher(token).matches()) {
      throw new ListenException(
          "token file "
              + file
              + " holds no token; expected one line of 32 or more of A-Z a-z 0-9 _ - (delete it to"
              + " get a new one)");
    }
    return token;
  }

  private static String make(Path file, RandomGenerator random) throws IOException {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer line = ByteBuffer.wrap((token + "\n").getBytes(StandardCharsets.US_ASCII));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    }
    return token;
  }
}
