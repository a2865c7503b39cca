package dev.losslessd.transport.ssh;

import com.jcraft.jsch.Session;
import java.util.List;

/**
 * Algorithms offered in the negotiation. Written out rather than left to the library, so that an
 * upgrade does not silently widen it. The order is ours. Nothing is compressed: a few kilobytes
 * would become as much as there is memory.
 */
final class Algorithms {
  private static final String KEX =
      "mlkem768x25519-sha256,curve25519-sha256,curve25519-sha256@libssh.org,"
          + "ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521,"
          + "diffie-hellman-group-exchange-sha256,diffie-hellman-group16-sha512,"
          + "diffie-hellman-group18-sha512,diffie-hellman-group14-sha256";
  private static final String SIGNATURES =
      "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,"
          + "rsa-sha2-512,rsa-sha2-256";
  private static final String CIPHERS =
      "aes128-gcm@openssh.com,aes256-gcm@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr";
  private static final String MACS =
      "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512";

  /** Signatures that a device may choose by their names, whatever was agreed on. */
  private static final List<String> OTHERS =
      List.of(
          "signature.dss",
          "ssh-ed448",
          "ssh-rsa-sha224@ssh.com",
          "ssh-rsa-sha256@ssh.com",
          "ssh-rsa-sha384@ssh.com",
          "ssh-rsa-sha512@ssh.com");

  private Algorithms() {}

  static void offer(Session session, boolean legacy) {
    set(session, "kex", KEX, legacy, "diffie-hellman-group14-sha1");
    set(session, "server_host_key", SIGNATURES, legacy, "ssh-rsa");
    set(session, "PubkeyAcceptedAlgorithms", SIGNATURES, legacy, "ssh-rsa");
    String oldCiphers = "aes128-cbc,aes192-cbc,aes256-cbc,3des-cbc";
    set(session, "cipher.c2s", CIPHERS, legacy, oldCiphers);
    set(session, "cipher.s2c", CIPHERS, legacy, oldCiphers);
    set(session, "mac.c2s", MACS, legacy, "hmac-sha1");
    set(session, "mac.s2c", MACS, legacy, "hmac-sha1");
    session.setConfig("compression.c2s", "none");
    session.setConfig("compression.s2c", "none");
    verify(session, legacy);
  }

  /** The library finds the class by the name that the device's signature has. */
  private static void verify(Session session, boolean legacy) {
    OTHERS.forEach(name -> session.setConfig(name, Signatures.Refused.class.getName()));
    session.setConfig("ssh-ed25519", Signatures.Ed25519.class.getName());
    session.setConfig("rsa-sha2-256", Signatures.RsaSha256.class.getName());
    session.setConfig("rsa-sha2-512", Signatures.RsaSha512.class.getName());
    Class<?> sha1 = legacy ? Signatures.RsaSha1.class : Signatures.Refused.class;
    session.setConfig("ssh-rsa", sha1.getName());
  }

  /** Asks the device for a key of this type alone. */
  static void hostKeysOf(Session session, String type, boolean legacy) {
    String modern = type.equals("ssh-rsa") ? "rsa-sha2-512,rsa-sha2-256" : type;
    boolean old = legacy && type.equals("ssh-rsa");
    session.setConfig("server_host_key", old ? modern + ",ssh-rsa" : modern);
  }

  private static void set(Session session, String name, String modern, boolean legacy, String old) {
    session.setConfig(name, legacy ? modern + "," + old : modern);
  }
}
