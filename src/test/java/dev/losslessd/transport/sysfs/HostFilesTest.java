package dev.losslessd.transport.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Hang;
import dev.losslessd.files.Limit;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.Sweep.Missing;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFilesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  @Test
  void absentIsEmptyAndNotAnError() throws Exception {
    HostFiles files = new HostFiles(root, WriteGate.OPEN);
    Files.writeString(root.resolve("mtu"), " 4200\n");

    assertThat(files.readText("mtu")).contains("4200");
    assertThat(files.readText("/mtu")).contains("4200");
    assertThat(files.readText("nothing/here")).isEmpty();
    assertThat(files.list("nothing")).isEmpty();
    assertThat(files.list("")).containsExactly("mtu");
    assertThat(files.linkName("mtu")).isEmpty();
  }

  @Test
  void aLinkTellsTheLastPartOfItsTarget() throws Exception {
    Files.createSymbolicLink(root.resolve("driver"), Path.of("../../bus/pci/drivers/bnxt_en"));

    assertThat(new HostFiles(root, WriteGate.OPEN).linkName("driver")).contains("bnxt_en");
  }

  @Test
  void aWriteNeedsTheGateAndAFile() throws Exception {
    Files.writeString(root.resolve("setting"), "123456\n");

    new HostFiles(root, WriteGate.OPEN).write("setting", "7\n");

    assertThat(root.resolve("setting")).hasContent("7");
    assertThatThrownBy(() -> new HostFiles(root, WriteGate.OPEN).write("none", "7\n"))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
    WriteGate closed =
        what -> {
          throw new TransportException(Kind.CLOSED_GATE, what);
        };
    assertThatThrownBy(() -> new HostFiles(root, closed).write("setting", "8\n"))
        .hasMessage("file " + root.resolve("setting"));
    assertThat(root.resolve("none")).doesNotExist();
    assertThat(root.resolve("setting")).hasContent("7");
  }

  @Test
  void noPathLeavesTheRoot() {
    assertThatThrownBy(() -> new HostFiles(root, WriteGate.OPEN).readText("sys/../../etc/passwd"))
        .isInstanceOf(TransportException.class);
  }

  @Test
  void countersFollowTheirFiles() throws Exception {
    Path one = root.resolve("one");
    Files.writeString(one, "18446744073709551614\n");
    try (CounterFiles counters =
        new HostFiles(root, WriteGate.OPEN).counters(List.of("one", "two"))) {
      counters.begin();
      assertThat(counters.read(0)).isEqualTo(Missing.NOT);
      assertThat(Long.toUnsignedString(counters.value())).isEqualTo("18446744073709551614");
      assertThat(counters.read(1)).isEqualTo(Missing.NOT_EXPOSED);

      Files.writeString(one, "18446744073709551615\n");
      assertThat(counters.read(0)).as("all ones is no count").isEqualTo(Missing.UNREAD);

      Files.writeString(one, "42");
      Files.writeString(root.resolve("two"), "many\n");
      assertThat(counters.read(0)).isEqualTo(Missing.NOT);
      assertThat(counters.value()).isEqualTo(42);
      assertThat(counters.read(1)).isEqualTo(Missing.UNREAD);

      Files.delete(one);
      assertThat(counters.read(0)).isEqualTo(Missing.NOT_EXPOSED);
      Files.writeString(one, "43\n");
      assertThat(counters.read(0)).isEqualTo(Missing.NOT);
      assertThat(counters.value()).isEqualTo(43);
      counters.end();
    }
  }

  @Test
  void anEmptyCounterIsUnreadAndNotZero() throws Exception {
    Files.writeString(root.resolve("one"), "");
    try (CounterFiles counters = new HostFiles(root, WriteGate.OPEN).counters(List.of("one"))) {
      counters.begin();
      assertThat(counters.read(0)).isEqualTo(Missing.UNREAD);
      counters.end();
    }
  }

  @Test
  void noCounterIsReadWithoutATurn() {
    try (CounterFiles counters = new HostFiles(root, WriteGate.OPEN).counters(List.of("one"))) {
      assertThatThrownBy(() -> counters.read(0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  @SystemGroup
  void aFileThatHangsIsThatOfItsPortAndOfNoOther() throws Exception {
    Limit limit = new Limit(Duration.ofMillis(100), 4);
    FileThreads threads = new FileThreads(limit, limit, InstantSource.system());
    HostFiles files = new HostFiles(root, WriteGate.OPEN, threads);
    Path pipe = file("sys/class/net/eth0/mtu");
    Files.delete(pipe);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    file("sys/class/net/eth0/speed");
    file("sys/class/net/eth1/mtu");
    file("sys/class/infiniband/mlx5_0/fw_ver");
    file("proc/uptime");

    assertThat(catchKind(() -> files.requireText("sys/class/net/eth0/mtu")))
        .isEqualTo(Kind.TIMEOUT);
    assertThat(files.hangs()).extracting(Hang::place).containsExactly("eth0");
    assertThat(catchKind(() -> files.requireText("sys/class/net/eth0/speed")))
        .isEqualTo(Kind.TIMEOUT);
    assertThat(files.tryText("sys/class/net/eth0/speed")).isEmpty();
    HostFiles ofPort = files.of("eth0");
    assertThat(catchKind(() -> ofPort.requireText("sys/class/infiniband/mlx5_0/fw_ver")))
        .isEqualTo(Kind.TIMEOUT);
    assertThat(catchKind(() -> ofPort.exists("sys/class/net/eth1"))).isEqualTo(Kind.TIMEOUT);
    assertThat(catchKind(() -> ofPort.write("sys/class/net/eth1/mtu", "9000")))
        .isEqualTo(Kind.TIMEOUT);
    assertThat(catchKind(() -> ofPort.counters(List.of("sys/class/net/eth1/mtu")).begin()))
        .isEqualTo(Kind.TIMEOUT);
    assertThat(ofPort.requireText("proc/uptime")).isEqualTo("1");
    assertThat(files.requireText("sys/class/net/eth1/mtu")).isEqualTo("1");
    assertThat(files.list("sys/class/net")).containsExactly("eth0", "eth1");

    Files.writeString(pipe, "1500");
  }

  private Path file(String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "1\n");
  }

  private static Kind catchKind(Runnable call) {
    return catchThrowableOfType(TransportException.class, call::run).kind();
  }
}
