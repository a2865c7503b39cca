package dev.losslessd.fabric.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PrioritySet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Messages between dcb(8) and Linux 6.1, recorded elsewhere, are asked again here. The recorded
 * device is not an mlx5, so before each read the responder is brought to the state that the record
 * shows, and verdicts that no mlx5 would give are ordered as faults.
 */
class RecordedDcbTest {
  private static final String FOLDER = System.getProperty("vectors", "../shared/lab");
  private static final Path RECORD = Path.of(FOLDER, "dcb-netlink-vectors.txt");
  private static final int SHORTEST_STATE = 300;

  // where the name has 4 letters: header 20, IFNAME 12, IEEE 4, ETS 64, MAXRATE, PFC, BUFFER
  private static final int RATES = 104;
  private static final int SIZES = 320;

  /** A request and what came back, concatenated. */
  private record Exchange(ByteBuffer request, ByteBuffer reply) {}

  private final NicIdentity identity = new NicIdentity(new DeviceId("lab"), 0, 0, 100, "dcb0");
  private final FakeNic nic = new FakeNic(identity, new TwinPort(identity.port(), 100_000));
  private final DcbResponder responder = new DcbResponder(new OneNic(), false);

  @Test
  void recordedExchangesComeOutTheSame() throws Exception {
    assumeTrue(Files.exists(RECORD), "recorded netlink messages are not on this machine");
    nic.dcb().setPause(false, false, false);

    int compared = 0;
    for (Exchange exchange : exchanges(Files.readAllLines(RECORD))) {
      ByteBuffer reply = exchange.reply();
      prepare(reply);
      ByteBuffer actual = responder.answer(exchange.request(), reply.getInt(12));
      if (reply.getShort(4) == 2) {
        // dcb sets NETLINK_CAP_ACK, which a stream socket has not: the errno must agree
        assertThat(actual.getInt(16)).isEqualTo(reply.getInt(16));
      } else {
        assertThat(hex(actual)).as(hex(exchange.request())).isEqualTo(hex(reply));
      }
      compared++;
    }
    assertThat(compared).isGreaterThan(20);
  }

  private void prepare(ByteBuffer reply) {
    nic.faults().clear();
    int type = reply.getShort(4);
    if (type == DcbWire.RTM_GETDCB) {
      takeState(reply);
    }
    boolean status = type == DcbWire.RTM_SETDCB && reply.getShort(22) == DcbWire.IEEE;
    if (status) {
      nic.faults().lie(WriteKind.MAXRATE, 1);
      if (reply.get(24) == 0) {
        nic.faults().lie(WriteKind.BUFFER, 1);
      } else {
        nic.faults().refuse(WriteKind.BUFFER, Errno.EINVAL, 1);
      }
      if (reply.get(24) == (byte) 0xa1) {
        nic.faults().refuse(WriteKind.PFC, Errno.EOPNOTSUPP, 1);
      }
    }
  }

  private void takeState(ByteBuffer reply) {
    Attributes top = Attributes.in(reply.slice(20, reply.getInt(0) - 20));
    Attributes ieee = Attributes.in(payload(top, DcbWire.IEEE));
    ByteBuffer ets = payload(ieee, DcbWire.IEEE_ETS);
    nic.dcb().setEts(DcbWire.u8s(ets, 19), DcbWire.u8s(ets, 3), DcbWire.u8s(ets, 27));
    ByteBuffer pfc = payload(ieee, DcbWire.IEEE_PFC);
    nic.dcb().setPfc(0, 0);
    ByteBuffer buffer = payload(ieee, DcbWire.IEEE_BUFFER);
    nic.dcb().setBuffer(DcbWire.u8s(buffer, 0), DcbWire.u32s(buffer, 8));
    nic.port().pfc(new PrioritySet(pfc.get(1) & 0xff));
    nic.dcb().setPfc(pfc.get(1) & 0xff, pfc.getShort(4));
    if (pfc.getShort(4) != nic.dcb().cableMetres()) {
      throw new AssertionError("cable length is not taken: " + pfc.getShort(4));
    }
    nic.dcb().apps().forEach(nic.dcb()::deleteApp);
    var entries = Attributes.in(payload(ieee, DcbWire.IEEE_APP_TABLE)).all();
    entries.reversed().forEach(entry -> nic.dcb().setApp(DcbWire.app(entry.payload())));
    nic.dcb().setDcbx(payload(top, DcbWire.DCBX).get(0));
  }

  private static ByteBuffer payload(Attributes attributes, int type) {
    ByteBuffer payload = attributes.get(type);
    if (payload == null) {
      throw new AssertionError("no attribute " + type);
    }
    return payload;
  }

  /** A request has port id 0; the messages after it, up to the next one, are its reply. */
  private static List<Exchange> exchanges(List<String> lines) {
    List<ByteBuffer> messages = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("RTM_") || line.startsWith("NLMSG_")) {
        String bytes = line.substring(line.lastIndexOf(' ') + 1);
        messages.add(
            ByteBuffer.wrap(HexFormat.of().parseHex(bytes)).order(ByteOrder.LITTLE_ENDIAN));
      }
    }
    List<Exchange> exchanges = new ArrayList<>();
    for (int n = 0; n < messages.size(); n++) {
      if (messages.get(n).getInt(12) == 0) {
        exchanges.add(new Exchange(messages.get(n), replies(messages, n + 1)));
      }
    }
    return exchanges;
  }

  private static ByteBuffer replies(List<ByteBuffer> messages, int from) {
    ByteBuffer all = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    for (int n = from; n < messages.size() && messages.get(n).getInt(12) != 0; n++) {
      all.put(messages.get(n).duplicate());
    }
    return all.flip();
  }

  /**
   * Without the rates of MAXRATE, which the recorded tool wrote in another unit, and with buffer
   * sizes in whole cells of an mlx5, which the recorded device does not have.
   */
  private static String hex(ByteBuffer message) {
    ByteBuffer copy = ByteBuffer.allocate(message.limit()).order(ByteOrder.LITTLE_ENDIAN);
    copy.put(0, message, 0, message.limit());
    if (message.getInt(0) > SHORTEST_STATE) {
      for (int at = RATES; at < RATES + 64; at += 8) {
        copy.putLong(at, 0);
      }
      for (int at = SIZES; at < SIZES + 32; at += 4) {
        copy.putInt(at, copy.getInt(at) / Mlx5Buffers.CELL_BYTES * Mlx5Buffers.CELL_BYTES);
      }
    }
    byte[] bytes = new byte[copy.limit()];
    copy.get(0, bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private final class OneNic implements Site {
    @Override
    public @Nullable FakeNic nic(String ifname) {
      return ifname.equals("dcb0") ? nic : null;
    }

    @Override
    public void tell(ByteBuffer message) {
      assertThat(message.getShort(4)).isEqualTo((short) DcbWire.RTM_SETDCB);
    }

    @Override
    public void log(String line) {
      assertThat(line).contains("lab:dcb0");
    }

    @Override
    public void bounce(FakeNic bounced) {
      assertThat(bounced).isSameAs(nic);
    }
  }
}
