package dev.losslessd.http;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks passwords against bcrypt hashes, one at a time: each check costs a tenth of a second of a
 * processor, and anyone may ask for one. A password that was right is known again without it.
 */
final class Passwords {
  /** Right passwords that are known again. */
  private static final int KNOWN = 100;

  /** bcrypt takes no more bytes into account. */
  private static final int LONGEST = 72;

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final String MAC = "HmacSHA256";

  private final BiPredicate<byte[], byte[]> verifier;
  private final SecretKeySpec key;
  private final Semaphore turn = new Semaphore(1, true);
  private final Map<String, Boolean> known = new Recent<>(KNOWN);

  /**
   * @param random a cryptographic one: what is kept of a right password is worth nothing without
   *     its key
   * @param verifier whether a password is that of a hash: {@link #bcrypt}
   */
  Passwords(RandomGenerator random, BiPredicate<byte[], byte[]> verifier) {
    this.verifier = verifier;
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    this.key = new SecretKeySpec(bytes, MAC);
  }

  /** Whether a password is that of a bcrypt hash. */
  static boolean bcrypt(byte[] password, byte[] hash) {
    return BCrypt.verifyer().verify(password, hash).verified;
  }

  /**
   * Whether the password is that of the user. A name that is not there takes as long as one that
   * is.
   *
   * @param users hashes by name; at least one
   * @throws ProblemException 503, too many others wait for their turn
   */
  boolean right(Map<String, String> users, String user, String password) {
    if (wasRight(users, user, password)) {
      return true;
    }
    @Nullable String hash = users.get(user);
    String against = hash != null ? hash : users.values().iterator().next();
    boolean right = verify(against, password) && hash != null;
    if (right) {
      keep(mark(user, against, password));
    }
    return right;
  }

  /** Whether it is known to be right, which takes no bcrypt. */
  boolean wasRight(Map<String, String> users, String user, String password) {
    @Nullable String hash = users.get(user);
    return hash != null && isKnown(mark(user, hash, password));
  }

  private boolean verify(String hash, String password) {
    byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > LONGEST) {
      return false;
    }
    takeTurn();
    try {
      return verifier.test(bytes, hash.getBytes(StandardCharsets.US_ASCII));
    } finally {
      turn.release();
    }
  }

  private void takeTurn() {
    try {
      if (!turn.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw ProblemException.busy("passwords to check");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProblemException.busy("passwords to check");
    }
  }

  private synchronized boolean isKnown(String mark) {
    return known.get(mark) != null;
  }

  private synchronized void keep(String mark) {
    known.put(mark, true);
  }

  /** Stands for a user, the hash of that time and the password; says nothing about them. */
  private String mark(String user, String hash, String password) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      for (String part : new String[] {user, hash, password}) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(Integer.toString(bytes.length).getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) ':');
        mac.update(bytes);
      }
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + MAC, e);
    }
  }
}
