package dev.losslessd.checks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;

/** A function's PCI configuration space (include/uapi/linux/pci_regs.h). */
final class ConfigSpace {
  static final int SIZE = 4096;

  /** Capability ids of the extended list. */
  static final int ACS = 0x0d;

  static final int ATS = 0x0f;

  /** Both have their control register there. */
  private static final int CONTROL = 6;

  /** P2P Request Redirect and P2P Completion Redirect: peer traffic goes up to the root. */
  static final int ACS_REDIRECT = 0x04 | 0x08;

  /** Direct Translated P2P: what the NIC has translated goes straight on. */
  static final int ACS_DIRECT_TRANSLATED = 0x40;

  static final int ATS_ENABLE = 0x8000;

  private static final int EXTENDED = 0x100;
  private static final int MOST = (SIZE - EXTENDED) / 8;

  private final ByteBuffer bytes;

  ConfigSpace(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether the extended list was given; without CAP_SYS_ADMIN it is not. */
  boolean isWhole() {
    return bytes.limit() > EXTENDED;
  }

  /** The control register of a capability; empty where the function lacks it. */
  OptionalInt control(int capability) {
    int at = EXTENDED;
    for (int n = 0; n < MOST && at >= EXTENDED && at + 8 <= bytes.limit(); n++) {
      int header = bytes.getInt(at);
      if ((header & 0xffff) == capability) {
        return OptionalInt.of(bytes.getShort(at + CONTROL) & 0xffff);
      }
      at = header >>> 20 & 0xffc;
    }
    return OptionalInt.empty();
  }
}
