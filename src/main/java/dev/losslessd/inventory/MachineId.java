package dev.losslessd.inventory;

import dev.losslessd.model.Identity;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What systemd gave an installed system once and for all. It is to be kept from others, so that
 * only what is derived from it for this program is shown and kept (machine-id(5), as {@code
 * systemd-id128 machine-id --app-specific}).
 */
final class MachineId {
  private static final String FILE = "etc/machine-id";
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");
  private static final String KEYED = "HmacSHA256";
  private static final byte[] PROGRAM = "losslessd".getBytes(StandardCharsets.US_ASCII);
  private static final int SHOWN_BYTES = 16;

  private MachineId() {}

  /** Nothing where there is none yet, as in an image before its first boot. */
  static Identity of(HostFiles files) {
    try {
      return files
          .readText(FILE)
          .filter(text -> FORM.matcher(text).matches())
          .map(text -> Identity.of(Identity.Fact.MACHINE_ID, derived(text)))
          .orElse(Identity.NONE);
    } catch (TransportException e) {
      return Identity.NONE;
    }
  }

  private static String derived(String id) {
    try {
      Mac mac = Mac.getInstance(KEYED);
      mac.init(new SecretKeySpec(HexFormat.of().parseHex(id), KEYED));
      return HexFormat.of().formatHex(mac.doFinal(PROGRAM), 0, SHOWN_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + KEYED, e);
    }
  }
}
