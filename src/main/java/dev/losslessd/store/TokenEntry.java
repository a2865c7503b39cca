package dev.losslessd.store;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An access token as it is kept: by its hash, never as it is shown.
 *
 * @param id {@code t-0a1b2c3d}, unique in one state folder
 * @param name in journal and audit, {@code ci}; unique among those that are kept
 * @param scope devices that its owner may change
 * @param made when it was made
 * @param by who made it: {@code uid:0}, {@code token:ops@10.0.0.5}
 * @param end when it stops to be accepted; null for never
 * @param sha256 of the secret, 64 hex digits
 */
public record TokenEntry(
    String id,
    String name,
    Role role,
    DeviceScope scope,
    Instant made,
    String by,
    @Nullable Instant end,
    String sha256) {
  private static final Pattern ID = Pattern.compile("t-[0-9a-f]{8}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** Whether it is the name of a token. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  public boolean hasEnded(Instant now) {
    return end != null && !now.isBefore(end);
  }

  /** The hash is left out: what is logged tells nothing about the secret. */
  @Override
  public String toString() {
    return id + " " + name;
  }

  /** One line of JSON, without the line break. */
  String line() {
    return new String(PlainJson.bytes(TokenEntry.class, this), StandardCharsets.US_ASCII);
  }

  /**
   * @throws RuntimeException not a line as {@link #line} writes it
   */
  static TokenEntry parse(String text) {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    TokenEntry entry = (TokenEntry) PlainJson.read(line, TokenEntry.class, "it");
    if (!ID.matcher(entry.id).matches() || !isName(entry.name)) {
      throw new IllegalArgumentException(
          "'" + entry.id + "' and '" + entry.name + "' are no id and name");
    }
    if (!HASH.matcher(entry.sha256).matches()) {
      throw new IllegalArgumentException("its hash is not of 64 hex digits");
    }
    return entry;
  }
}
