package dev.losslessd.transport.ssh;

import dev.losslessd.model.Glob;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * One line of a known_hosts file (sshd(8)).
 *
 * @param text the whole line, without its end
 * @param marker {@code @revoked}, {@code @cert-authority} or empty
 * @param names patterns with commas between, or one hashed name
 * @param key null where the line is a comment, is empty or holds no key
 */
record KnownHostsLine(String text, String marker, String names, @Nullable PublicHostKey key) {
  private static final Pattern FORM =
      Pattern.compile("(?s)[ \\t]*(?:(@\\S+)[ \\t]+)?([^\\s#@]\\S*)[ \\t]+(\\S+)[ \\t]+(\\S+).*");
  private static final String HASHED = "|1|";

  static KnownHostsLine parse(String text) {
    Matcher form = FORM.matcher(text);
    Optional<PublicHostKey> key =
        form.matches() ? PublicHostKey.parse(form.group(3), form.group(4)) : Optional.empty();
    return key.map(found ->
            new KnownHostsLine(
                text, form.group(1) == null ? "" : form.group(1), form.group(2), found))
        .orElseGet(() -> new KnownHostsLine(text, "", "", null));
  }

  /** Whether it names a key that this host may have. */
  boolean knows(String host) {
    return key != null && marker.isEmpty() && matches(host);
  }

  /** Whether it says that a key is to be trusted no more. */
  boolean revokes(PublicHostKey other) {
    return marker.equals("@revoked") && other.equals(key);
  }

  /** Whether its names include a host; a negated pattern excludes it whatever the others say. */
  boolean matches(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    if (names.startsWith(HASHED)) {
      return isHashOf(lower);
    }
    List<String> patterns = Arrays.asList(names.toLowerCase(Locale.ROOT).split(","));
    Predicate<String> matching = pattern -> new Glob(pattern).fits(lower);
    return patterns.stream().anyMatch(matching)
        && patterns.stream()
            .filter(pattern -> pattern.startsWith("!"))
            .map(pattern -> pattern.substring(1))
            .noneMatch(matching);
  }

  private boolean isHashOf(String host) {
    String[] parts = names.substring(HASHED.length()).split("\\|", 2);
    if (parts.length != 2) {
      return false;
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(parts[0]), "HmacSHA1"));
      byte[] hash = mac.doFinal(host.getBytes(StandardCharsets.UTF_8));
      return MessageDigest.isEqual(hash, Base64.getDecoder().decode(parts[1]));
    } catch (IllegalArgumentException e) {
      return false; // no base64, or an empty salt: no line of ssh's
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA1", e);
    }
  }

  /**
   * The line without a name that it spells out; empty where nothing is left of it. One that still
   * matches by a pattern keeps that.
   */
  Optional<KnownHostsLine> without(String host) {
    if (names.startsWith(HASHED)) {
      return Optional.empty();
    }
    String left =
        Arrays.stream(names.split(","))
            .filter(name -> !name.equalsIgnoreCase(host))
            .collect(Collectors.joining(","));
    boolean excludesOnly = Arrays.stream(left.split(",")).allMatch(name -> name.startsWith("!"));
    if (left.isEmpty() || excludesOnly) {
      return Optional.empty();
    }
    int at = text.indexOf(names);
    return Optional.of(parse(text.substring(0, at) + left + text.substring(at + names.length())));
  }
}
