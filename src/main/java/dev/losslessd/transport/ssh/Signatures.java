package dev.losslessd.transport.ssh;

import com.jcraft.jsch.SignatureDSA;
import com.jcraft.jsch.SignatureEdDSA;
import com.jcraft.jsch.jce.SignatureEd25519;
import com.jcraft.jsch.jce.SignatureRSA;
import com.jcraft.jsch.jce.SignatureRSASHA256;
import com.jcraft.jsch.jce.SignatureRSASHA512;
import java.nio.ByteBuffer;

/**
 * Checks of a host's signature, made by the library from the names of their classes. The library's
 * own reserve as many bytes as a signature claims to have, two GiB if it says so, before anybody
 * has proved anything (JSch 2.28.8, {@code SignatureRSAN.verify}, {@code SignatureEdDSA.verify});
 * without memory the daemon ends. Those of ECDSA have a limit.
 */
public final class Signatures {
  private Signatures() {}

  /** Whether it is a name and a signature (RFC 4253 6.6), each as long as it says, and no more. */
  static boolean isWhole(byte[] blob) {
    ByteBuffer rest = ByteBuffer.wrap(blob);
    boolean hasName = passes(rest);
    return hasName && passes(rest) && !rest.hasRemaining();
  }

  private static boolean passes(ByteBuffer rest) {
    if (rest.remaining() < Integer.BYTES) {
      return false;
    }
    int length = rest.getInt();
    if (length < 0 || length > rest.remaining()) {
      return false;
    }
    rest.position(rest.position() + length);
    return true;
  }

  /** A signature of RSA by SHA-256. */
  public static final class RsaSha256 extends SignatureRSASHA256 {
    @Override
    public boolean verify(byte[] blob) throws Exception {
      return isWhole(blob) && super.verify(blob);
    }
  }

  /** A signature of RSA by SHA-512. */
  public static final class RsaSha512 extends SignatureRSASHA512 {
    @Override
    public boolean verify(byte[] blob) throws Exception {
      return isWhole(blob) && super.verify(blob);
    }
  }

  /** A signature of RSA by SHA-1, for old firmware. */
  public static final class RsaSha1 extends SignatureRSA {
    @Override
    public boolean verify(byte[] blob) throws Exception {
      return isWhole(blob) && super.verify(blob);
    }
  }

  /** A signature on the curve of that name. */
  public static final class Ed25519 extends SignatureEd25519 {
    @Override
    public boolean verify(byte[] blob) throws Exception {
      return isWhole(blob) && super.verify(blob);
    }
  }

  /** Never right: of a kind that was not offered. */
  public static final class Refused extends SignatureRSASHA256
      implements SignatureDSA, SignatureEdDSA {
    @Override
    public void update(byte[] text) {}

    @Override
    public boolean verify(byte[] blob) {
      return false;
    }

    @Override
    public void setPubKey(byte[] exponent, byte[] modulus) {}

    @Override
    public void setPubKey(byte[] y, byte[] p, byte[] q, byte[] g) {}

    @Override
    public void setPrvKey(byte[] x, byte[] p, byte[] q, byte[] g) {}

    @Override
    public void setPubKey(byte[] key) {}

    @Override
    public void setPrvKey(byte[] key) {}
  }
}
