package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * The kernel's side of SIOCETHTOOL (net/ethtool/ioctl.c of newer kernels) with its driver's
 * answers.
 */
final class EthtoolResponder {
  private static final int NAME_BYTES = 16;
  private static final int STRING_BYTES = 32;
  private static final int STATISTICS_SET = 1;

  private static final int GDRVINFO = 0x03;
  private static final int GLINK = 0x0a;
  private static final int GPAUSEPARAM = 0x12;
  private static final int SPAUSEPARAM = 0x13;
  private static final int GSTRINGS = 0x1b;
  private static final int GSTATS = 0x1d;
  private static final int GPERMADDR = 0x20;
  private static final int GSSET_INFO = 0x37;

  private final Site site;

  EthtoolResponder(Site site) {
    this.site = site;
  }

  /** The device that a request is about. */
  static String ifname(ByteBuffer request) {
    StringBuilder name = new StringBuilder();
    for (int n = 0; n < Math.min(NAME_BYTES, request.limit()) && request.get(n) != 0; n++) {
      name.append((char) Byte.toUnsignedInt(request.get(n)));
    }
    return name.toString();
  }

  /** Whether the command may change the port. */
  static boolean isWrite(ByteBuffer request) {
    return request.limit() >= NAME_BYTES + Integer.BYTES
        && request.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(NAME_BYTES) == SPAUSEPARAM;
  }

  /**
   * @param request 16 bytes of name, then the command's structure at its full capacity
   * @return i32 result, then the structure after the call
   */
  ByteBuffer answer(ByteBuffer request) {
    int capacity = Math.max(0, request.limit() - NAME_BYTES);
    ByteBuffer reply = ByteBuffer.allocate(4 + capacity).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer command = reply.slice(4, capacity).order(ByteOrder.LITTLE_ENDIAN);
    if (capacity > 0) {
      command.put(0, request, NAME_BYTES, capacity);
    }
    reply.putInt(0, capacity < 4 ? Errno.EFAULT.negative() : run(ifname(request), command));
    return reply;
  }

  private int run(String ifname, ByteBuffer command) {
    FakeNic nic = site.nic(ifname);
    if (nic == null) {
      return ifname.equals(DcbResponder.LOOPBACK) ? loopback(command) : Errno.ENODEV.negative();
    }
    return switch (command.getInt(0)) {
      case GDRVINFO -> driver(nic, command);
      case GLINK -> link(nic, command);
      case GPAUSEPARAM -> pause(nic, command);
      case SPAUSEPARAM -> setPause(nic, command);
      case GSTRINGS -> strings(nic, command);
      case GSTATS -> statistics(nic, command);
      case GPERMADDR -> permanentAddress(nic, command);
      case GSSET_INFO -> sets(command, nic.make().statistics(nic).size());
      default -> Errno.EOPNOTSUPP.negative();
    };
  }

  private static int loopback(ByteBuffer command) {
    return command.getInt(0) == GSSET_INFO ? sets(command, 0) : Errno.EOPNOTSUPP.negative();
  }

  private static int driver(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 196) {
      return Errno.EFAULT.negative();
    }
    NicIdentity identity = nic.identity();
    for (int n = 4; n < 196; n++) {
      command.put(n, (byte) 0);
    }
    text(command, 4, nic.make().kernelDriver());
    text(command, 36, "6.12.0");
    text(command, 68, identity.firmware() + " (" + identity.boardId() + ")");
    text(command, 100, identity.bdf());
    command.putInt(180, nic.make().statistics(nic).size());
    return 0;
  }

  private static int link(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 8) {
      return Errno.EFAULT.negative();
    }
    command.putInt(4, nic.port().linkUp() ? 1 : 0);
    return 0;
  }

  private static int permanentAddress(FakeNic nic, ByteBuffer command) {
    byte[] address = HexFormat.ofDelimiter(":").parseHex(nic.permanentAddress());
    if (command.limit() < 8 + address.length || command.getInt(4) < address.length) {
      return Errno.EFAULT.negative();
    }
    command.putInt(4, address.length);
    command.put(8, address);
    return 0;
  }

  private static int pause(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 16) {
      return Errno.EFAULT.negative();
    }
    command.putInt(4, 0);
    command.putInt(8, nic.dcb().rxPause() ? 1 : 0);
    command.putInt(12, nic.dcb().txPause() ? 1 : 0);
    return 0;
  }

  private int setPause(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 16) {
      return Errno.EFAULT.negative();
    }
    boolean autoneg = command.getInt(4) != 0;
    boolean rx = command.getInt(8) != 0;
    boolean tx = command.getInt(12) != 0;
    int verdict = nic.write(WriteKind.PAUSE, () -> nic.dcb().setPause(autoneg, rx, tx));
    site.log(
        "SPAUSEPARAM %s autoneg=%b rx=%b tx=%b result=%d"
            .formatted(nic.port().id(), autoneg, rx, tx, verdict));
    return verdict;
  }

  private static int strings(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 12) {
      return Errno.EFAULT.negative();
    }
    if (command.getInt(4) != STATISTICS_SET) {
      return Errno.EOPNOTSUPP.negative();
    }
    Map<String, Long> all = nic.make().statistics(nic);
    int count = agreed(command.getInt(8), all.size());
    if (command.limit() < 12 + count * STRING_BYTES) {
      return Errno.EFAULT.negative();
    }
    command.putInt(8, count);
    int at = 12;
    for (String name : count == 0 ? Map.<String, Long>of().keySet() : all.keySet()) {
      command.put(at, new byte[STRING_BYTES]);
      text(command, at, name);
      at += STRING_BYTES;
    }
    return 0;
  }

  private static int statistics(FakeNic nic, ByteBuffer command) {
    if (command.limit() < 8) {
      return Errno.EFAULT.negative();
    }
    nic.refreshPfcCache();
    Map<String, Long> all = nic.make().statistics(nic);
    int count = agreed(command.getInt(4), all.size());
    if (command.limit() < 8 + count * 8) {
      return Errno.EFAULT.negative();
    }
    command.putInt(4, count);
    int at = 8;
    for (long value : count == 0 ? Map.<String, Long>of().values() : all.values()) {
      command.putLong(at, value);
      at += 8;
    }
    return 0;
  }

  /** A count that does not match gives none; 0 asks for all. */
  private static int agreed(int asked, int real) {
    return asked == 0 || asked == real ? real : 0;
  }

  private static int sets(ByteBuffer command, int statistics) {
    if (command.limit() < 16) {
      return Errno.EFAULT.negative();
    }
    boolean asked = (command.getLong(8) & 1L << STATISTICS_SET) != 0 && statistics > 0;
    if (asked && command.limit() < 20) {
      return Errno.EFAULT.negative();
    }
    command.putLong(8, asked ? 1L << STATISTICS_SET : 0);
    if (asked) {
      command.putInt(16, statistics);
    }
    return 0;
  }

  private static void text(ByteBuffer command, int at, String text) {
    command.put(at, text.getBytes(StandardCharsets.US_ASCII));
  }
}
