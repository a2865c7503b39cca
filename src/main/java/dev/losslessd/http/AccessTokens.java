package dev.losslessd.http;

import dev.losslessd.commit.AuditListener;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.StoreException;
import dev.losslessd.store.TokenEntry;
import dev.losslessd.store.TokenFile;
import dev.losslessd.text.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Access tokens that admins make and revoke. A token is durable before its secret is shown, and
 * refused before its revocation is durable.
 */
public final class AccessTokens {
  /** What secrets begin with, so that scanners of logs and repositories know one. */
  static final String PREFIX = "lld_";

  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 4;
  private static final int MOST = 1000;

  private final TokenFile file;
  private final RandomGenerator random;
  private final InstantSource clock;
  private final AuditListener audit;
  private final ReentrantLock turn = new ReentrantLock();

  /** By hash; replaced as a whole. */
  private volatile Map<String, TokenEntry> accepted;

  /** As in the file, and those that it must lose. */
  private volatile List<TokenEntry> kept;

  private final Set<String> revoked = ConcurrentHashMap.newKeySet();
  private final Map<String, Instant> used = new ConcurrentHashMap<>();

  /**
   * @param random a cryptographic one: {@link java.security.SecureRandom}
   * @throws StoreException the file is there and does not read as it was written
   */
  public AccessTokens(
      TokenFile file, RandomGenerator random, InstantSource clock, AuditListener audit) {
    this.file = file;
    this.random = random;
    this.clock = clock;
    this.audit = audit;
    this.kept = file.read();
    this.accepted = byHash(kept);
  }

  /**
   * A token that was just made.
   *
   * @param secret what its owner shows; known to nobody else, and never again
   */
  record Made(TokenEntry entry, String secret) {
    @Override
    public String toString() {
      return entry.toString();
    }
  }

  /** The token with this secret, also one whose end has come. */
  Optional<TokenEntry> find(String secret) {
    String hash = Sha256.hex(secret);
    return Optional.ofNullable(accepted.get(hash));
  }

  /** Whether it is accepted still: not revoked, and its end has not come. */
  boolean accepts(TokenEntry entry) {
    return accepted.containsKey(entry.sha256()) && !hasEnded(entry);
  }

  boolean hasEnded(TokenEntry entry) {
    return entry.hasEnded(clock.instant());
  }

  /** Remembers the minute in which a token was used last. */
  void used(TokenEntry entry) {
    used.put(entry.id(), clock.instant().truncatedTo(ChronoUnit.MINUTES));
  }

  /** All that are kept, in the order in which they were made. */
  List<TokenEntry> all() {
    return kept;
  }

  /** The minute of its last use since the daemon was started. */
  Optional<Instant> lastUsed(TokenEntry entry) {
    return Optional.ofNullable(used.get(entry.id()));
  }

  /**
   * Makes one; durable when this returns.
   *
   * @param life how long it is accepted; empty for no end
   * @throws ProblemException 409, the name is taken, or there are too many
   * @throws StoreException it could not be written, and there is none
   */
  Made make(String name, Role role, DeviceScope scope, Optional<Duration> life, String actor) {
    turn.lock();
    try {
      requireRoom(name);
      Instant now = clock.instant();
      String secret =
          PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(SECRET_BYTES));
      TokenEntry entry =
          new TokenEntry(
              newId(),
              name,
              role,
              scope,
              now,
              actor,
              life.map(now::plus).orElse(null),
              Sha256.hex(secret));
      List<TokenEntry> all = new ArrayList<>(left());
      all.add(entry);
      keep(all);
      audit.noted(Kind.TOKEN_MADE, "", actor, text(entry), now);
      return new Made(entry, secret);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Refuses it from now on; durable when this returns.
   *
   * @return what it was; empty where there is none with this id
   * @throws StoreException it is refused, but not durably: to be revoked once more
   */
  Optional<TokenEntry> revoke(String id, String actor) {
    turn.lock();
    try {
      Optional<TokenEntry> found = kept.stream().filter(one -> one.id().equals(id)).findAny();
      if (found.isEmpty()) {
        return found;
      }
      revoked.add(id);
      accepted = byHash(left());
      forget(found.get());
      used.remove(id);
      audit.noted(Kind.TOKEN_REVOKED, "", actor, text(found.get()), clock.instant());
      return found;
    } finally {
      turn.unlock();
    }
  }

  private void forget(TokenEntry entry) {
    try {
      keep(left());
    } catch (StoreException e) {
      throw new StoreException(
          "token "
              + entry
              + " is refused from now on, but would be accepted again after a restart, as its line"
              + " is still there: "
              + e.getMessage()
              + "; revoke it once more when the disk has room",
          e);
    }
  }

  /** Tells the audit of a source that showed too many wrong tokens. */
  void lockedOut(String source, String why) {
    audit.noted(Kind.LOCKED_OUT, source, "anyone@" + source, why, clock.instant());
  }

  /** Tells the audit who wanted what they may not do. */
  void denied(String actor, String what) {
    audit.noted(Kind.REFUSED, "", actor, what, clock.instant());
  }

  private void keep(List<TokenEntry> all) {
    file.write(all);
    kept = List.copyOf(all);
    accepted = byHash(kept);
    revoked.clear();
  }

  private List<TokenEntry> left() {
    return kept.stream().filter(one -> !revoked.contains(one.id())).toList();
  }

  private void requireRoom(String name) {
    List<TokenEntry> left = left();
    Optional<TokenEntry> same = left.stream().filter(one -> one.name().equals(name)).findAny();
    if (same.isPresent()) {
      throw conflict(
          "name-taken",
          "token %s has the name '%s', expected another name, or that it is revoked first"
              .formatted(same.get().id(), name));
    }
    if (left.size() >= MOST) {
      throw conflict("too-many-tokens", "there are " + MOST + " tokens; revoke some first");
    }
  }

  private static ProblemException conflict(String slug, String detail) {
    return ProblemException.of(409, slug, "The token cannot be made", detail);
  }

  private String newId() {
    while (true) {
      String id = "t-" + HexFormat.of().formatHex(bytes(ID_BYTES));
      if (kept.stream().noneMatch(one -> one.id().equals(id))) {
        return id;
      }
    }
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** For the audit: {@code t-0a1b2c3d ci: operator of leaf*, until 2027-01-01T00:00:00Z}. */
  private static String text(TokenEntry entry) {
    return entry
        + ": "
        + entry.role().word()
        + (entry.scope().isAll() ? "" : " of " + entry.scope().text())
        + (entry.end() == null ? ", without an end" : ", until " + entry.end());
  }

  private static Map<String, TokenEntry> byHash(List<TokenEntry> all) {
    Map<String, TokenEntry> map = new HashMap<>();
    all.forEach(entry -> map.put(entry.sha256(), entry));
    return Map.copyOf(map);
  }
}
