package dev.losslessd.transport.snmp;

/**
 * How SNMPv3 messages are encrypted. AES-128 is RFC 3826. The longer ones never became an RFC, and
 * two ways of stretching the key are in use: Blumenthal's (net-snmp's {@code AES-256}) and Reeder's
 * (Cisco's, net-snmp's {@code AES-256-C}). The wrong one of the two looks like a wrong passphrase.
 */
public enum Privacy {
  /** Refused unless the target is marked legacy. */
  DES,
  AES128,
  AES192,
  AES256,
  AES192_REEDER,
  AES256_REEDER
}
