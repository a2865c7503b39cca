package dev.losslessd.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Where the chain of a journal stands: each record's hash is SHA-256 over the hash of the one
 * before it and its own payload.
 *
 * @param at byte of the record in its file; -1 before the first
 * @param hash 64 hex digits
 */
record Link(long at, String hash) {
  /** Bytes of a hash in a record. */
  static final int SIZE = 32;

  /** Link that the first record follows. */
  static final Link START = new Link(-1, "0".repeat(2 * SIZE));

  Link next(long place, byte[] payload) {
    MessageDigest digest = sha256();
    digest.update(bytes());
    return new Link(place, HexFormat.of().formatHex(digest.digest(payload)));
  }

  byte[] bytes() {
    return HexFormat.of().parseHex(hash);
  }

  boolean isHash(byte[] other) {
    return MessageDigest.isEqual(bytes(), other);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
