package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Identity;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of host identities derived from machine-id(5). */
class MachineIdTest {
  private static final String ID = "0123456789abcdef0123456789abcdef";

  @TempDir private Path root;

  @Test
  void oneSystemIsTheSameAndTheIdItselfIsNotTold() throws IOException {
    Identity one = of(ID + "\n");

    assertThat(one.text()).matches("machine-id [0-9a-f]{32}").doesNotContain(ID);
    assertThat(of(ID)).isEqualTo(one);
    assertThat(of(ID.replace('0', 'f')).isOther(one)).isTrue();
  }

  @Test
  void anImageBeforeItsFirstBootHasNone() throws IOException {
    assertThat(of("uninitialized\n")).isEqualTo(Identity.NONE);
    assertThat(of("")).isEqualTo(Identity.NONE);
    Files.delete(root.resolve("etc/machine-id"));
    assertThat(read()).isEqualTo(Identity.NONE);
  }

  private Identity of(String text) throws IOException {
    Files.writeString(Files.createDirectories(root.resolve("etc")).resolve("machine-id"), text);
    return read();
  }

  private Identity read() {
    return MachineId.of(new HostFiles(root, WriteGate.OPEN));
  }
}
