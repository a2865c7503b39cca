package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DcbWriterLookupTest {
  @TempDir private Path root;

  @Test
  void theSenderOfANoticeIsNamedAsFarAsTheKernelTells() throws Exception {
    Files.createDirectories(root.resolve("proc/4711"));
    Files.writeString(root.resolve("proc/4711/comm"), "mlnx_qos\n");
    WriteGate closed =
        what -> {
          throw new AssertionError(what);
        };
    DcbWriterLookup dcbWriterLookup = new DcbWriterLookup(new HostFiles(root, closed));

    assertThat(dcbWriterLookup.of(4711)).isEqualTo("mlnx_qos (process 4711)");
    assertThat(dcbWriterLookup.of(4712)).isEqualTo("netlink port 4712");
    assertThat(dcbWriterLookup.of(-2_000_000_000)).isEqualTo("netlink port 2294967296");
    assertThat(dcbWriterLookup.of(0)).startsWith("a program over netlink");
  }
}
