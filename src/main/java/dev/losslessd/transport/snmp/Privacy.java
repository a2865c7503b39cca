package dev.losslessd.transport.snmp;

/**
 * How SNMPv3 messages are encrypted. AES-128 is RFC 3826. The longer ones never became an RFC; the
 * key is stretched as Blumenthal has it (net-snmp's {@code AES-256}). An agent that does as Reeder
 * (Cisco's, net-snmp's {@code AES-256-C}) looks like one with another passphrase.
 */
public enum Privacy {
  AES128,
  AES192,
  AES256
}
