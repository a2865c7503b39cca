package dev.losslessd.transport.snmp;

import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.snmp4j.CommunityTarget;
import org.snmp4j.DirectUserTarget;
import org.snmp4j.Target;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC128SHA224;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthHMAC256SHA384;
import org.snmp4j.security.AuthHMAC384SHA512;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.AuthenticationProtocol;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES192;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.PrivacyProtocol;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;

/** Turns our target into the library's, reading the secrets on the way. */
record SnmpTargets(SnmpTarget target, UdpAddress address) {
  private static final int SHORTEST_PASSPHRASE = 8;

  Target<UdpAddress> community(Secret community) {
    byte[] bytes = community.readBytes();
    CommunityTarget<UdpAddress> to = new CommunityTarget<>(address, new OctetString(bytes));
    Arrays.fill(bytes, (byte) 0);
    to.setVersion(SnmpConstants.version2c);
    return patient(to);
  }

  /** The library keeps keys made for this engine, not the passphrases. */
  Target<UdpAddress> user(SnmpVersion.V3 v3, byte[] engine) {
    DirectUserTarget<UdpAddress> to =
        new DirectUserTarget<>(
            address,
            new OctetString(v3.user()),
            v3.signing() == null ? null : authentication(v3.signing().by()),
            v3.signing() == null ? null : passphrase("authentication", v3.signing().passphrase()),
            v3.sealing() == null ? null : privacy(v3.sealing().with()),
            v3.sealing() == null ? null : passphrase("privacy", v3.sealing().passphrase()));
    to.setVersion(SnmpConstants.version3);
    to.setAuthoritativeEngineID(engine);
    return patient(to);
  }

  private Target<UdpAddress> patient(Target<UdpAddress> to) {
    to.setTimeout(target.timeout().toMillis());
    // retries are ours: each one passes the budget and is counted
    to.setRetries(0);
    return to;
  }

  private OctetString passphrase(String use, Secret secret) {
    byte[] bytes = secret.readBytes();
    try {
      if (bytes.length < SHORTEST_PASSPHRASE) {
        throw TransportException.beforeSending(
            Kind.AUTH,
            "%s: %s passphrase is too short: expected at least %s characters (RFC 3414)"
                .formatted(target.label(), use, SHORTEST_PASSPHRASE),
            null);
      }
      return new OctetString(bytes);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private static AuthenticationProtocol authentication(Authentication by) {
    return switch (by) {
      case SHA1 -> new AuthSHA();
      case SHA224 -> new AuthHMAC128SHA224();
      case SHA256 -> new AuthHMAC192SHA256();
      case SHA384 -> new AuthHMAC256SHA384();
      case SHA512 -> new AuthHMAC384SHA512();
    };
  }

  private static PrivacyProtocol privacy(Privacy with) {
    return switch (with) {
      case AES128 -> new PrivAES128();
      case AES192 -> new PrivAES192();
      case AES256 -> new PrivAES256();
    };
  }

  /** The engine that the keys were made for, null for a community. */
  static @Nullable OctetString engineOf(@Nullable Target<UdpAddress> to) {
    return to instanceof DirectUserTarget<UdpAddress> user
        ? new OctetString(user.getAuthoritativeEngineID())
        : null;
  }
}
