package dev.losslessd.transport.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Sweep.Missing;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.nio.file.Files;
import java.nio.file.Path;
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
    }
  }

  @Test
  void anEmptyCounterIsUnreadAndNotZero() throws Exception {
    Files.writeString(root.resolve("one"), "");
    try (CounterFiles counters = new HostFiles(root, WriteGate.OPEN).counters(List.of("one"))) {
      assertThat(counters.read(0)).isEqualTo(Missing.UNREAD);
    }
  }
}
