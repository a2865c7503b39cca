package dev.losslessd.transport.snmp;

import dev.losslessd.transport.Secret;
import org.jspecify.annotations.Nullable;

/** Which SNMP a device speaks, and how to be let in. */
public sealed interface SnmpVersion {
  record V2c(Secret community) implements SnmpVersion {}

  /**
   * A user of the USM (RFC 3414).
   *
   * @param signing null for noAuthNoPriv
   * @param sealing null without encryption; needs signing
   */
  record V3(String user, @Nullable Signing signing, @Nullable Sealing sealing)
      implements SnmpVersion {
    public V3 {
      // snmpEngine strings: RFC 3411 SnmpAdminString, 1..32 octets for a user
      if (user.isEmpty() || user.length() > 32) {
        throw new IllegalArgumentException(
            "SNMPv3 user \"" + user + "\": expected 1..32 characters");
      }
      if (sealing != null && signing == null) {
        throw new IllegalArgumentException(
            "SNMPv3 user %s: privacy without authentication: expected both, or no privacy"
                .formatted(user));
      }
    }

    public static V3 authPriv(
        String user, Authentication by, Secret passphrase, Privacy with, Secret key) {
      return new V3(user, new Signing(by, passphrase), new Sealing(with, key));
    }
  }

  /**
   * @param passphrase at least 8 characters (RFC 3414 11.2)
   */
  record Signing(Authentication by, Secret passphrase) {}

  /**
   * @param passphrase at least 8 characters
   */
  record Sealing(Privacy with, Secret passphrase) {}
}
