package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdmaDoorTest {
  private static final DeviceId GPU01 = new DeviceId("gpu01");

  @TempDir Path temp;

  private Fabric fabric;
  private Wire wire;

  @BeforeEach
  void open() throws Exception {
    fabric = Fabric.start(temp.resolve("f"), FabricOptions.usual(1).withLoad(0), new ManualPace());
    wire = Wire.to(fabric.hostDir(GPU01).resolve("rdma.sock"));
  }

  @AfterEach
  void close() throws Exception {
    wire.close();
    fabric.close();
  }

  private ByteBuffer ask(int operation, int flags, byte[]... attributes) throws Exception {
    ByteBuffer out = Wire.little(256).position(16);
    for (byte[] attribute : attributes) {
      out.put(attribute);
    }
    out.putInt(0, out.position()).putShort(4, (short) (0x1400 | operation));
    out.putShort(6, (short) flags).putInt(8, 5).limit(out.position());
    return wire.ask(Wire.copy(out));
  }

  private static byte[] u32(int type, int value) {
    return Wire.attribute(type, Wire.copy(Wire.little(4).putInt(0, value)));
  }

  private static List<Integer> types(ByteBuffer reply) {
    List<Integer> types = new ArrayList<>();
    for (int at = 0; at < reply.limit(); at += reply.getInt(at) + 3 & ~3) {
      types.add((int) reply.getShort(at + 4));
    }
    return types;
  }

  @Test
  void devicesAreADumpThatEnds() throws Exception {
    ByteBuffer reply = ask(1, 0x305);

    assertThat(types(reply)).containsExactly(0x1401, 0x1401, 3);
    assertThat(Wire.find(reply, 16, reply.getInt(0), 2).get(5)).isEqualTo((byte) '0');
  }

  @Test
  void aLoadConnectsQueuePairsAndTheKernelKeepsItsOwn() throws Exception {
    ByteBuffer idle = ask(10, 0x305, u32(1, 0));
    assertThat(pairs(idle)).containsExactly(1);

    fabric.load(50);
    ByteBuffer busy = ask(10, 0x305, u32(1, 0));

    assertThat(pairs(busy)).hasSize(9).startsWith(1, 2, 2);
  }

  /** Types of the queue pairs in a reply. */
  private static List<Integer> pairs(ByteBuffer reply) {
    ByteBuffer table = Wire.find(reply, 16, reply.getInt(0), 19);
    List<Integer> types = new ArrayList<>();
    for (int at = 0; at < table.limit(); at += table.getShort(at) + 3 & ~3) {
      types.add((int) Wire.find(table, at + 4, at + table.getShort(at), 26).get(0));
    }
    return types;
  }

  @Test
  void queuePairsThatConnectAfterTheyAreBoundByTypeHaveASet() throws Exception {
    byte[][] ofPairs = {u32(1, 0), u32(3, 1), u32(75, 19)};
    assertThat(types(ask(17, 0x305, ofPairs))).containsExactly(3);
    assertThat(modeOf(ask(17, 5, u32(1, 0), u32(3, 1), u32(75, 19), u32(74, 2)))).isZero();
    fabric.load(50);
    assertThat(FabricControl.send(fabric.controlSocket(), "bind gpu01:ens1f0np0 on"))
        .containsExactly("ok");
    fabric.load(60);
    assertThat(types(ask(17, 0x305, ofPairs))).as("they were there before").containsExactly(3);

    fabric.load(0);
    fabric.load(50);

    assertThat(modeOf(ask(17, 5, u32(1, 0), u32(3, 1), u32(75, 19), u32(74, 2)))).isOne();
    ByteBuffer reply = ask(17, 0x305, ofPairs);
    assertThat(types(reply)).containsExactly(0x1411, 3);
    ByteBuffer set = Wire.find(Wire.find(reply, 16, reply.getInt(0), 77), 0, 4 + 4, 78);
    assertThat(Wire.find(set, 0, set.limit(), 26).get(0)).as("RC").isEqualTo((byte) 2);
    assertThat(types(ask(17, 5, u32(1, 0), u32(3, 1), u32(75, 19)))).containsExactly(2);
  }

  private static int modeOf(ByteBuffer reply) {
    return Wire.find(reply, 16, reply.getInt(0), 74).getInt(0);
  }

  @Test
  void optionalCountersAppearWhenTheyAreAskedFor() throws Exception {
    ByteBuffer before = ask(17, 5, u32(1, 0), u32(3, 1));
    int first = indexOfOptional();

    ByteBuffer set = ask(16, 5, u32(1, 0), u32(3, 1), Wire.nest(80, u32(94, first)));

    assertThat(types(set)).containsExactly(0x1410, 2);
    ByteBuffer after = ask(17, 5, u32(1, 0), u32(3, 1));
    assertThat(after.getInt(0)).isGreaterThan(before.getInt(0));
    assertThat(fabric.fabricLock().log())
        .containsExactly("STAT_SET gpu01:ens1f0np0 [cc_rx_ce_pkts] result=0");
  }

  private int indexOfOptional() throws Exception {
    ByteBuffer status = ask(24, 5, u32(1, 0), u32(3, 1));
    ByteBuffer table = Wire.find(status, 16, status.getInt(0), 80);
    int at = 0;
    while (true) {
      ByteBuffer name = Wire.find(table, at + 4, at + table.getShort(at), 82);
      if (name.get(0) == 'c' && name.get(1) == 'c') {
        return Wire.find(table, at + 4, at + table.getShort(at), 94).getInt(0);
      }
      at += table.getShort(at) + 3 & ~3;
    }
  }

  @Test
  void theMessagesOfOneDatagramAreAnsweredOneAfterTheOther() throws Exception {
    ByteBuffer out = Wire.little(256);
    for (int n = 0; n < 3; n++) {
      // the third device is not there
      ByteBuffer one = Wire.little(32).position(16);
      one.put(u32(1, n == 2 ? 7 : n)).put(u32(3, 1)).flip();
      one.putInt(0, 32).putShort(4, (short) 0x1411).putShort(6, (short) 1).putInt(8, 40 + n);
      out.put(one);
    }

    ByteBuffer reply = wire.ask(Wire.copy(out.limit(out.position())));

    assertThat(types(reply))
        .as("unasked acknowledgements do not come")
        .containsExactly(0x1411, 0x1411, 2);
    int second = reply.getInt(0) + 3 & ~3;
    int third = second + (reply.getInt(second) + 3 & ~3);
    assertThat(List.of(reply.getInt(8), reply.getInt(second + 8), reply.getInt(third + 8)))
        .containsExactly(40, 41, 42);
    assertThat(reply.getInt(third + 16)).isEqualTo(-22);
  }

  @Test
  void whatIsNotKnownIsRefused() throws Exception {
    assertThat(Wire.error(ask(1, 5))).as("GET without a device").isEqualTo(-22);
    assertThat(Wire.error(ask(17, 5, u32(1, 7), u32(3, 1)))).as("no such device").isEqualTo(-22);
    assertThat(Wire.error(ask(17, 5, u32(1, 0), u32(3, 2)))).as("no such port").isEqualTo(-22);
    assertThat(Wire.error(ask(16, 5, u32(1, 0), u32(3, 1), Wire.nest(80, u32(94, 0)))))
        .as("a counter that always counts")
        .isEqualTo(-22);
    assertThat(Wire.error(ask(100, 5))).isEqualTo(-22);
  }
}
