package dev.losslessd.transport.snmp;

/** Signatures of SNMPv3 messages: RFC 3414 (SHA1) and RFC 7860 (SHA2). */
public enum Authentication {
  SHA1,
  SHA224,
  SHA256,
  SHA384,
  SHA512
}
