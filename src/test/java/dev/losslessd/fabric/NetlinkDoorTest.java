package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetlinkDoorTest {
  private static final String NIC = "ens1f0np0";
  private static final DeviceId GPU01 = new DeviceId("gpu01");

  @TempDir Path temp;

  private final ManualPace pace = new ManualPace();
  private Fabric fabric;
  private Wire wire;
  private Wire events;

  @BeforeEach
  void open() throws Exception {
    fabric = Fabric.start(temp.resolve("f"), FabricOptions.usual(1).withLoad(0), pace);
    wire = Wire.to(fabric.hostDir(GPU01).resolve("netlink.sock"));
    events = Wire.to(fabric.hostDir(GPU01).resolve("netlink-events.sock"));
    events.send(new byte[0]);
  }

  @AfterEach
  void close() throws Exception {
    wire.close();
    events.close();
    fabric.close();
  }

  @Test
  void aFactoryFreshNicTellsItsStateInTheKernelsOrder() throws Exception {
    ByteBuffer reply = wire.ieeeGet(NIC);

    int length = reply.getInt(0);
    assertThat(Wire.hex(reply, 4, 8)).as("type and flags").isEqualTo("4e000500");
    assertThat(Wire.hex(reply, 16, 36))
        .isEqualTo("00150000" + "0e000100" + "656e733166306e7030000000");
    assertThat(reply.getShort(38)).as("IEEE, not marked nested").isEqualTo((short) 13);
    // willing 0, 8 classes, no shaper; no bandwidth; all vendor; the first two classes swapped
    String ets = "000800" + "00".repeat(16) + "ff".repeat(8) + "0100020304050607" + "00".repeat(24);
    assertThat(Wire.hex(reply, 40, 44)).isEqualTo("3f000100");
    assertThat(Wire.hex(reply, 44, 103)).isEqualTo(ets);
    assertThat(Wire.hex(reply, 104, 108)).as("MAXRATE next").isEqualTo("44000700");
    assertThat(Wire.hex(reply, 172, 184)).as("PFC next").isEqualTo("8c000200" + "0800000007000000");
    assertThat(Wire.hex(reply, 312, 328))
        .as("BUFFER next")
        .isEqualTo("30000a00" + "00".repeat(8) + "80ff0300");
    assertThat(reply.getInt(356)).as("total").isEqualTo(262_016);
    assertThat(Wire.hex(reply, 360, 368)).as("APP, REWR").isEqualTo("04000300" + "04000c80");
    assertThat(Wire.hex(reply, 368, 376)).as("DCBX").isEqualTo("05000e000d000000");
    assertThat(length).isEqualTo(376);
  }

  @Test
  void anAcknowledgementIsAMessageOfItsOwnWithTheRequestsHeader() throws Exception {
    byte[] request = wire.dcb(78, 21, NIC, new byte[0]);

    ByteBuffer reply = wire.ask(request);

    int first = reply.getInt(0);
    assertThat(reply.limit()).isEqualTo(first + 36);
    assertThat(Wire.hex(reply, first, first + 8)).isEqualTo("2400000002000001");
    assertThat(reply.getInt(first + 8)).isEqualTo(reply.getInt(8));
    assertThat(Wire.hex(reply, first + 20, first + 36))
        .isEqualTo(Wire.hex(request).substring(0, 32));
  }

  @Test
  void withoutTheAckFlagOnlyTheReplyComes() throws Exception {
    byte[] request = wire.dcb(78, 22, NIC, new byte[0]);
    request[6] = 1;

    ByteBuffer reply = wire.ask(request);

    assertThat(reply.limit()).isEqualTo(28);
    assertThat(Wire.hex(reply, 16, 28)).isEqualTo("00160000" + "05000e000d000000");
  }

  @Test
  void manyRequestsGoOverOneConnection() throws Exception {
    for (int n = 0; n < 20; n++) {
      assertThat(wire.ieeeGet(NIC).getShort(4)).isEqualTo((short) 78);
    }
  }

  @Test
  void pfcIsWrittenReadBackAndBouncesTheLink() throws Exception {
    Path net = fabric.hostDir(GPU01).resolve("root/sys/class/net/" + NIC);
    assertThat(net.resolve("operstate")).hasContent("up");

    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.pfc(0x08, 10)))).isZero();

    assertThat(Wire.hex(Wire.copy(Wire.ieee(wire.ieeeGet(NIC), 2))).substring(0, 16))
        .isEqualTo("080800000a000000");
    assertThat(net.resolve("operstate")).hasContent("down");
    assertThat(net.resolve("speed")).hasContent("-1");
    Path port = fabric.hostDir(GPU01).resolve("root/sys/class/infiniband/mlx5_0/ports/1");
    assertThat(port.resolve("state")).hasContent("1: DOWN");
    assertThat(port.resolve("counters/link_downed")).hasContent("1");
    Wire.until(() -> pace.sleepers() >= 2);
    pace.turn(Duration.ofSeconds(1));
    Wire.until(() -> read(net.resolve("operstate")).equals("up\n"));
    Wire.until(() -> read(port.resolve("state")).equals("4: ACTIVE\n"));
  }

  @Test
  void theSamePfcMaskAgainDoesNotBounce() throws Exception {
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));
    wire.ieeeSet(NIC, Wire.pfc(0x08, 20));

    Path port = fabric.hostDir(GPU01).resolve("root/sys/class/infiniband/mlx5_0/ports/1");
    assertThat(port.resolve("counters/link_downed")).hasContent("1");
    assertThat(Wire.ieee(wire.ieeeGet(NIC), 2).getShort(4)).isEqualTo((short) 20);
  }

  @Test
  void cableLengthsOutOfRangeAreIgnoredWithoutAWord() throws Exception {
    for (int delay : new int[] {0, 1000, 65_535}) {
      assertThat(Wire.status(wire.ieeeSet(NIC, Wire.pfc(0, delay)))).isZero();
      assertThat(Wire.ieee(wire.ieeeGet(NIC), 2).getShort(4)).isEqualTo((short) 7);
    }
  }

  @Test
  void dscpEntriesAreReplacedAndListedLastInFirstOut() throws Exception {
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(5, 3, 26, 5, 6, 48)))).isZero();
    assertThat(Wire.hex(Wire.copy(Wire.ieee(wire.ieeeGet(NIC), 3))))
        .isEqualTo("08000100" + "05063000" + "08000100" + "05031a00");

    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(5, 4, 26)))).isZero();
    assertThat(Wire.hex(Wire.copy(Wire.ieee(wire.ieeeGet(NIC), 3))))
        .isEqualTo("08000100" + "05041a00" + "08000100" + "05063000");
  }

  @Test
  void onlyDscpEntriesAreTaken() throws Exception {
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(1, 3, 0x8915)))).isEqualTo(-22);
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(5, 3, 64)))).isEqualTo(-22);
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(3, 3, 4791)))).isEqualTo(-22);
  }

  @Test
  void deletingWithTheWrongPriorityFindsNothing() throws Exception {
    wire.ieeeSet(NIC, Wire.app(5, 3, 26));

    assertThat(Wire.status(delete(5, 4, 26))).isEqualTo(-2);
    assertThat(Wire.status(delete(5, 3, 27))).isEqualTo(-2);
    assertThat(Wire.status(delete(5, 3, 26))).isZero();
    assertThat(Wire.ieee(wire.ieeeGet(NIC), 3).limit()).isZero();
  }

  @Test
  void etsMustSumToAHundredAndStrictClassesReadBackZero() throws Exception {
    assertThat(Wire.status(wire.ieeeSet(NIC, ets("32003200000a0a00", "0202020202000202"))))
        .isEqualTo(-22);
    assertThat(Wire.status(wire.ieeeSet(NIC, ets("3232000000000000", "0201020202020202"))))
        .isEqualTo(-95);

    assertThat(Wire.status(wire.ieeeSet(NIC, ets("3200003200000a00", "0202020202020000"))))
        .isZero();

    String read = Wire.hex(Wire.copy(Wire.ieee(wire.ieeeGet(NIC), 1)));
    assertThat(read.substring(6, 22)).isEqualTo("3200003200000000");
    assertThat(read.substring(38, 54)).isEqualTo("0202020202020000");
  }

  @Test
  void buffersMustHoldWhatGlobalPauseMakesLossless() throws Exception {
    // global pause is on: all priorities count as lossless, and buffer 1 is still empty
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000100000000", 20_096, 156_160))))
        .isEqualTo(-12);
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000000000000", 80_000, 156_160))))
        .isZero();
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000100000000", 80_000, 156_160))))
        .isZero();

    ByteBuffer read = Wire.ieee(wire.ieeeGet(NIC), 10);
    assertThat(Wire.hex(Wire.copy(read)).substring(0, 16)).isEqualTo("0000000100000000");
    assertThat(read.getInt(8)).isEqualTo(80_000);
    assertThat(read.getInt(12)).isEqualTo(156_160);
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000100000000", 160_000, 156_160))))
        .isEqualTo(-22);
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000100000000", 80_000, 0))))
        .isEqualTo(-22);
    assertThat(Wire.status(wire.ieeeSet(NIC, buffer("0000000900000000", 80_000, 156_160))))
        .isEqualTo(-22);
  }

  @Test
  void theFirstErrorEndsAWriteAndTheEarlierPartsStay() throws Exception {
    byte[] request = wire.dcb(79, 20, NIC, Wire.nest(13, Wire.app(5, 3, 64), Wire.pfc(0x10, 9)));

    assertThat(Wire.status(wire.ask(request))).isEqualTo(-22);
    assertThat(Wire.ieee(wire.ieeeGet(NIC), 2).get(1)).isEqualTo((byte) 0x10);
  }

  @Test
  void dcbxModesFollowTheDriver() throws Exception {
    assertThat(dcbx(0x0a)).as("LLD managed").isEqualTo(1);
    assertThat(dcbx(0x08)).as("without HOST").isEqualTo(1);
    assertThat(dcbx(0x09)).isZero();
    assertThat(wire.ask(wire.dcb(78, 22, NIC, new byte[0])).get(24)).isEqualTo((byte) 0x09);
    assertThat(dcbx(0)).as("hand back to firmware").isZero();
    assertThat(wire.ask(wire.dcb(78, 22, NIC, new byte[0])).get(24)).isEqualTo((byte) 0x08);
  }

  @Test
  void maxRatesAreKeptInStepsOfTheHardware() throws Exception {
    ByteBuffer rates = Wire.little(64).putLong(0, 1_234_567).putLong(24, 100_000_000);

    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.attribute(7, Wire.copy(rates))))).isZero();

    ByteBuffer read = Wire.ieee(wire.ieeeGet(NIC), 7);
    assertThat(read.getLong(0)).isEqualTo(1_200_000);
    assertThat(read.getLong(24)).isEqualTo(100_000_000);
    rates.putLong(0, 256_000_000);
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.attribute(7, Wire.copy(rates))))).isEqualTo(-22);
  }

  @Test
  void errorsAreTheKernels() throws Exception {
    assertThat(Wire.error(wire.ieeeGet("nosuch0"))).isEqualTo(-19);
    assertThat(Wire.error(wire.ieeeGet("lo"))).isEqualTo(-95);
    assertThat(Wire.error(wire.ieeeGet("a".repeat(16)))).isEqualTo(-22);
    assertThat(Wire.error(wire.ask(wire.dcb(78, 99, NIC, new byte[0])))).isEqualTo(-22);
    assertThat(Wire.error(wire.ask(wire.dcb(78, 0, NIC, new byte[0])))).isEqualTo(-95);
    assertThat(Wire.error(wire.ask(wire.dcb(79, 20, NIC, new byte[0])))).isEqualTo(-22);
    assertThat(Wire.error(wire.ask(wire.dcb(18, 21, NIC, new byte[0])))).isEqualTo(-95);
    assertThat(Wire.error(wire.ieeeSet(NIC, Wire.attribute(2, new byte[135])))).isEqualTo(-34);
  }

  @Test
  void anErrorQuotesTheWholeRequest() throws Exception {
    byte[] request = wire.dcb(78, 21, "nosuch0", new byte[0]);

    ByteBuffer reply = wire.ask(request);

    assertThat(Wire.hex(reply, 6, 8)).as("not capped").isEqualTo("0000");
    assertThat(Wire.hex(reply, 20, reply.limit())).isEqualTo(Wire.hex(request));
  }

  @Test
  void unknownAttributesAndLongerStructuresAreIgnored() throws Exception {
    byte[] longer = new byte[137];
    longer[1] = 0x08;
    byte[] request =
        wire.dcb(
            79, 20, NIC, Wire.nest(13, Wire.attribute(99, new byte[8]), Wire.attribute(2, longer)));

    assertThat(Wire.status(wire.ask(request))).isZero();
    assertThat(Wire.ieee(wire.ieeeGet(NIC), 2).get(1)).isEqualTo((byte) 0x08);
  }

  @Test
  void everyWriteIsToldToListenersEvenAFailedOne() throws Exception {
    Wire.until(() -> fabric.hosts().stream().anyMatch(host -> host.listeners() > 0));
    wire.ieeeSet(NIC, Wire.app(5, 3, 64));
    ByteBuffer failed = events.receive();
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));
    ByteBuffer set = events.receive();
    ByteBuffer down = events.receive();

    assertThat(failed.getShort(4)).isEqualTo((short) 79);
    assertThat(failed.get(17)).as("command").isEqualTo((byte) 20);
    assertThat(Wire.ieee(failed, 2).get(1)).isZero();
    assertThat(Wire.ieee(set, 2).get(1)).isEqualTo((byte) 0x08);
    assertThat(down.getShort(4)).as("RTM_NEWLINK").isEqualTo((short) 16);
    assertThat(down.getInt(20)).as("ifindex").isEqualTo(2);
    assertThat(Wire.find(down, 32, down.limit(), 16).get(0)).as("operstate").isEqualTo((byte) 2);
    Wire.until(() -> pace.sleepers() >= 2);
    pace.turn(Duration.ofSeconds(1));
    ByteBuffer up = events.receive();
    assertThat(Wire.find(up, 32, up.limit(), 16).get(0)).isEqualTo((byte) 6);
    assertThat(Wire.find(up, 32, up.limit(), 3).get(0)).isEqualTo((byte) 'e');
  }

  private ByteBuffer delete(int selector, int priority, int protocol) throws Exception {
    return wire.ask(wire.dcb(79, 27, NIC, Wire.nest(13, Wire.app(selector, priority, protocol))));
  }

  private int dcbx(int mode) throws Exception {
    ByteBuffer reply =
        wire.ask(wire.dcb(79, 23, NIC, Wire.attribute(14, new byte[] {(byte) mode})));
    assertThat(Wire.hex(reply, 20, 24)).isEqualTo("05000e00");
    return reply.get(24);
  }

  private static byte[] ets(String bandwidth, String tsa) {
    String map = "0001020304050607";
    return Wire.attribute(
        1, Wire.hex("000800", bandwidth, "00".repeat(8), tsa, map, "00".repeat(24)));
  }

  private static byte[] buffer(String map, int first, int second) {
    ByteBuffer out = Wire.little(44).put(0, Wire.hex(map)).putInt(8, first).putInt(12, second);
    return Wire.attribute(10, Wire.copy(out));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
