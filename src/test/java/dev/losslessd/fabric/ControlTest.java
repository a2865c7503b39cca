package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlTest {
  private static final String NIC = "ens1f0np0";
  private static final String PORT = "gpu01:" + NIC;

  @TempDir Path temp;

  private final ManualPace pace = new ManualPace();
  private Fabric fabric;
  private Wire wire;

  @BeforeEach
  void open() throws Exception {
    fabric = Fabric.start(temp.resolve("f"), FabricOptions.usual(1).withLoad(0), pace);
    wire = Wire.to(host().resolve("netlink.sock"));
  }

  @AfterEach
  void close() throws Exception {
    wire.close();
    fabric.close();
  }

  @Test
  void aLieSaysSuccessAndChangesNothing() throws Exception {
    assertThat(ctl("lie " + PORT + " pfc 1")).containsExactly("ok");

    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.pfc(0x08, 7)))).isZero();
    assertThat(mask()).isZero();
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.pfc(0x08, 7)))).isZero();
    assertThat(mask()).isEqualTo((byte) 0x08);
  }

  @Test
  void aRefusalIsAByteInTheReplyUntilCleared() throws Exception {
    ctl("refuse " + PORT + " app EBUSY");

    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(5, 3, 26)))).isEqualTo(-16);
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.pfc(0x08, 7)))).as("another kind").isZero();
    ctl("clear");
    assertThat(Wire.status(wire.ieeeSet(NIC, Wire.app(5, 3, 26)))).isZero();
  }

  @Test
  void aLieAboutCongestionParametersShowsTheOldValue() throws Exception {
    ctl("lie " + PORT + " dcqcn");
    Path file = host().resolve("root/sys/kernel/debug/mlx5/0000:17:00.0/cc_params/rp_gd");

    Files.writeString(file, "10\n");

    Wire.until(() -> contains(log(), "CC_PARAMS " + PORT + " rp_gd=10 result=0"));
    Wire.until(() -> content(file).equals("11\n"));
  }

  @Test
  void aStalledNicAnswersLate() throws Exception {
    ctl("stall " + PORT + " 5000 1");

    CompletableFuture<ByteBuffer> answer = CompletableFuture.supplyAsync(this::get);
    Wire.until(() -> pace.sleepers() >= 2);
    assertThat(answer).isNotDone();
    pace.turn(Duration.ofSeconds(5));

    assertThat(answer.join().getShort(4)).isEqualTo((short) 78);
    assertThat(get().getShort(4)).isEqualTo((short) 78);
  }

  @Test
  void aVanishedNicIsNowhereAndComesBackFresh() throws Exception {
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));

    assertThat(ctl("vanish " + PORT)).containsExactly("ok");

    assertThat(Wire.error(wire.ieeeGet(NIC))).isEqualTo(-19);
    Path sys = host().resolve("root/sys");
    for (String gone :
        List.of(
            "class/net/" + NIC,
            "class/infiniband/mlx5_0",
            "bus/pci/devices/0000:17:00.0",
            "kernel/debug/mlx5/0000:17:00.0")) {
      assertThat(Files.exists(sys.resolve(gone), LinkOption.NOFOLLOW_LINKS)).as(gone).isFalse();
    }
    assertThat(sys.resolve("class/net/ens2f0np0/operstate")).hasContent("up");
    assertThat(ctl("return " + PORT)).containsExactly("ok");
    assertThat(mask()).isZero();
    assertThat(sys.resolve("class/net/" + NIC + "/operstate")).hasContent("up");
    assertThat(ctl("return " + PORT).getFirst()).startsWith("error");
  }

  @Test
  void aForeignWriteChangesAndIsTold() throws Exception {
    try (Wire events = Wire.to(host().resolve("netlink-events.sock"))) {
      events.send(new byte[0]);
      // a first event proves that the listener is known before the one that matters
      ByteBuffer first = firstEvent(events);
      assertThat(first.getShort(4)).isEqualTo((short) 79);

      ctl("foreign " + PORT + " pfc 0,3");

      ByteBuffer event = events.receive();
      while (Wire.ieee(event, 2).get(1) == 0) {
        event = events.receive();
      }
      assertThat(Wire.ieee(event, 2).get(1)).isEqualTo((byte) 0x09);
      assertThat(mask()).isEqualTo((byte) 0x09);
      assertThat(log()).noneMatch(line -> line.contains("pfc=0,3"));
    }
  }

  @Test
  void aResetRegistersTheNetdevAgain() throws Exception {
    Path file = host().resolve("root/sys/class/net/" + NIC + "/ifindex");
    assertThat(content(file)).isEqualTo("2\n");

    ctl("reset " + PORT);

    assertThat(content(file)).isEqualTo("10\n");
  }

  @Test
  void aResetBringsFactoryStateAndZeroCounters() throws Exception {
    wire.ieeeSet(NIC, Wire.app(5, 3, 26));
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));

    ctl("reset " + PORT);

    List<String> state = ctl("state " + PORT);
    assertThat(state)
        .contains("pfc none", "trust pcp", "app []", "global-pause rx=true tx=true", "dcbx 0x0d")
        .contains("prio-tc [1, 0, 2, 3, 4, 5, 6, 7]", "buffer-size [262016, 0, 0, 0, 0, 0, 0, 0]");
  }

  @Test
  void aStormShowsAsPauseThatLasts() throws Exception {
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));
    Wire.until(() -> pace.sleepers() >= 2);
    pace.turn(Duration.ofSeconds(1));
    Wire.until(() -> ctl("state " + PORT).contains("link up"));
    ctl("load 100");

    ctl("storm " + PORT + " 3 on");

    Wire.until(() -> {
      pace.turn(Duration.ofMillis(100));
      return pauseSent() > 100_000;
    });
  }

  @Test
  void everyWriteIsInTheLogOnce() throws Exception {
    wire.ieeeGet(NIC);
    wire.ieeeSet(NIC, Wire.pfc(0x08, 7));
    wire.ieeeSet(NIC, Wire.app(5, 3, 26, 5, 6, 48));

    assertThat(ctl("log"))
        .containsExactly(
            "ok 2",
            "IEEE_SET gpu01:ens1f0np0 pfc=3 delay=7 result=0",
            "IEEE_SET gpu01:ens1f0np0 app=5:26:3 app=5:48:6 result=0");
    ctl("log clear");
    assertThat(ctl("log")).containsExactly("ok 0");
  }

  @Test
  void nonsenseGetsOneClearError() throws Exception {
    assertThat(ctl("fly")).containsExactly("error verb 'fly': expected one of those in help");
    assertThat(ctl("lie " + PORT)).containsExactly("error line ends: expected a kind");
    assertThat(ctl("lie " + PORT + " soul").getFirst()).contains("'soul'").contains("pfc");
    assertThat(ctl("lie gpu09:x pfc").getFirst()).contains("gpu09:x").contains(PORT);
    assertThat(ctl("load 101")).containsExactly("error '101': expected a percentage in 0..100");
    assertThat(ctl("refuse " + PORT + " pfc EWHAT").getFirst())
        .contains("EWHAT")
        .contains("EINVAL");
    assertThat(ctl("clear " + PORT + " now"))
        .containsExactly("error 'now': expected the end of the line");
    assertThat(ctl("").getFirst()).startsWith("error");
  }

  @Test
  void theFolderIsPrivateAndForOneFabricOnly() throws Exception {
    Path dir = temp.resolve("f");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir)))
        .isEqualTo("rwx------");

    assertThatThrownBy(() -> Fabric.start(dir, FabricOptions.usual(1), pace))
        .isInstanceOf(IOException.class)
        .hasMessage(dir + " is in use by a running fabric: stop it or choose another --dir");
    assertThat(ctl("ports")).hasSize(5);
  }

  @Test
  void whatADeadFabricLeftIsReplaced() throws Exception {
    Path dir = temp.resolve("dead");
    Fabric.start(dir, FabricOptions.usual(1), pace).close();
    Files.createFile(dir.resolve("fabric.ctl.sock"));
    Files.createFile(dir.resolve("gpu01/netlink.sock"));
    Files.createDirectories(dir.resolve("gpu01/root/sys/class/net/old0"));

    try (Fabric again = Fabric.start(dir, FabricOptions.usual(1), pace)) {
      assertThat(FabricControl.send(again.controlSocket(), "ports").getFirst()).isEqualTo("ok 4");
      assertThat(dir.resolve("gpu01/root/sys/class/net/old0")).doesNotExist();
    }
  }

  @Test
  void aFolderOfSomethingElseIsLeftAlone() throws Exception {
    Path dir = Files.createDirectory(temp.resolve("home"));
    Files.createFile(dir.resolve("thesis.txt"));

    assertThatThrownBy(() -> Fabric.start(dir, FabricOptions.usual(1), pace))
        .hasMessage(dir + " is not empty and not a fabric's: expected a folder of its own");
  }

  @Test
  void withoutAFabricTheClientSaysSo() {
    Path nowhere = temp.resolve("none.sock");

    assertThatThrownBy(() -> FabricControl.send(nowhere, "log"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no fabric answers at " + nowhere);
  }

  private ByteBuffer firstEvent(Wire events) throws Exception {
    CompletableFuture<ByteBuffer> first =
        CompletableFuture.supplyAsync(() -> {
          try {
            return events.receive();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    Wire.until(() -> {
      ctl("foreign " + PORT + " app 10:1");
      return first.isDone();
    });
    return first.join();
  }

  private long pauseSent() {
    try (Wire ethtool = Wire.to(host().resolve("ethtool.sock"))) {
      ByteBuffer names =
          ethtool.ethtool(NIC, Wire.copy(Wire.little(12 + 500 * 32).putInt(0, 0x1b).putInt(4, 1)));
      ByteBuffer values = ethtool.ethtool(NIC, Wire.copy(Wire.little(8 + 500 * 8).putInt(0, 0x1d)));
      String all = StandardCharsets.ISO_8859_1.decode(names.duplicate()).toString();
      int index = (all.indexOf("tx_prio3_pause_duration") - 16) / 32;
      return values.getLong(12 + 8 * index);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuffer get() {
    try {
      return wire.ieeeGet(NIC);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte mask() throws Exception {
    return Wire.ieee(wire.ieeeGet(NIC), 2).get(1);
  }

  private Path host() {
    return fabric.hostDir(new DeviceId("gpu01"));
  }

  private List<String> log() {
    return ctl("log");
  }

  private List<String> ctl(String line) {
    try {
      return FabricControl.send(fabric.controlSocket(), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean contains(List<String> lines, String wanted) {
    return lines.contains(wanted);
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
