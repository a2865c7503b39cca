package dev.losslessd.transport.netlink;

/** Bits of the DCBX mode: who decides on DCB settings. */
public final class Dcbx {
  /** The host sets them. */
  public static final int HOST = 0x01;

  /** Firmware or driver runs LLDP and takes the peer's. */
  public static final int LLD_MANAGED = 0x02;

  public static final int CEE = 0x04;
  public static final int IEEE = 0x08;
  public static final int STATIC = 0x10;

  private Dcbx() {}

  /** {@code host cee ieee (0x0d)}. */
  public static String text(int mode) {
    StringBuilder words = new StringBuilder();
    word(words, mode, HOST, "host ");
    word(words, mode, LLD_MANAGED, "lld-managed ");
    word(words, mode, CEE, "cee ");
    word(words, mode, IEEE, "ieee ");
    word(words, mode, STATIC, "static ");
    return words + String.format("(0x%02x)", mode);
  }

  private static void word(StringBuilder words, int mode, int bit, String word) {
    if ((mode & bit) != 0) {
      words.append(word);
    }
  }
}
