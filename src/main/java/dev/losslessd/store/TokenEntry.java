package dev.losslessd.store;

import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  /** One line of JSON with fixed fields in fixed order, without the line break. */
  String line() {
    StringBuilder out = new StringBuilder(256).append("{\"id\":");
    JsonText.quote(out, id);
    put(out, "name", name);
    put(out, "role", role.word());
    out.append(",\"devices\":[");
    String comma = "";
    for (String glob : scope.globs()) {
      out.append(comma);
      JsonText.quote(out, glob);
      comma = ",";
    }
    out.append(']');
    put(out, "made", made.toString());
    put(out, "by", by);
    put(out, "end", end == null ? "" : end.toString());
    put(out, "sha256", sha256);
    return out.append('}').toString();
  }

  /**
   * @throws RuntimeException not a line as {@link #line} writes it
   */
  static TokenEntry parse(String text) {
    JsonText in = new JsonText(text);
    in.expect("{\"id\":");
    String id = in.string();
    String name = field(in, "name");
    String word = field(in, "role");
    Role role =
        Role.ofWord(word)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "role is '" + word + "', expected one of " + Role.words()));
    in.expect(",\"devices\":[");
    List<String> globs = new ArrayList<>();
    while (!in.take("]")) {
      if (!globs.isEmpty()) {
        in.expect(",");
      }
      globs.add(in.string());
    }
    Instant made = Instant.parse(field(in, "made"));
    String by = field(in, "by");
    String end = field(in, "end");
    in.expect(",\"sha256\":\"");
    String hash = in.hex(64);
    in.expect("\"}");
    in.end();
    if (!ID.matcher(id).matches() || !isName(name)) {
      throw new IllegalArgumentException("'" + id + "' and '" + name + "' are no id and name");
    }
    return new TokenEntry(
        id,
        name,
        role,
        new DeviceScope(globs),
        made,
        by,
        end.isEmpty() ? null : Instant.parse(end),
        hash);
  }

  private static void put(StringBuilder out, String name, String value) {
    out.append(",\"").append(name).append("\":");
    JsonText.quote(out, value);
  }

  private static String field(JsonText in, String name) {
    in.expect(",\"" + name + "\":");
    return in.string();
  }
}
