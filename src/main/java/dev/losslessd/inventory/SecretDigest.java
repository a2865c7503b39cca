package dev.losslessd.inventory;

import dev.losslessd.config.SecretRef;
import dev.losslessd.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells secrets that were rewritten from those that were tried, and keeps none of them. */
final class SecretDigest {
  private SecretDigest() {}

  /**
   * @return SHA-256 of all of them in hexadecimal; empty where one cannot be read
   */
  static Optional<String> of(
      List<SecretRef> secrets, Function<String, @Nullable String> environment) {
    try {
      MessageDigest all = Sha256.begin();
      for (SecretRef secret : secrets) {
        byte[] one = secret.read(environment).getBytes(StandardCharsets.UTF_8);
        all.update(Sha256.begin().digest(one));
      }
      return Optional.of(HexFormat.of().formatHex(all.digest()));
    } catch (IllegalStateException e) {
      return Optional.empty(); // told where it is read
    }
  }
}
