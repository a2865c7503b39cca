package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceNoteFilesTest {
  private static final DeviceId HOST = new DeviceId("esx1.rack_2");

  @TempDir private Path folder;

  @Test
  void theLastTextOfADeviceIsRecalledByTheNextProcess() {
    Path devices = folder.resolve("devices");
    DeviceNoteFiles notes = new DeviceNoteFiles(devices);
    assertThat(notes.recall(HOST)).isEmpty();

    notes.keep(HOST, "one\n");
    notes.keep(HOST, "two \u00fc\n");

    assertThat(new DeviceNoteFiles(devices).recall(HOST)).contains("two \u00fc\n");
    assertThat(notes.recall(new DeviceId("esx2"))).isEmpty();
    assertThat(devices).isDirectoryContaining("glob:**esx1.rack_2.note");
  }

  @Test
  void whatCannotBeReadOrWrittenIsToldWithItsPlace() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    DeviceNoteFiles notes = new DeviceNoteFiles(file);

    assertThatThrownBy(() -> notes.keep(HOST, ""))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("esx1.rack_2.note cannot be written");
    Files.write(folder.resolve("esx1.rack_2.note"), new byte[70_000]);
    assertThatThrownBy(() -> new DeviceNoteFiles(folder).recall(HOST))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("70000 bytes, expected 65536 at most");
    Files.write(folder.resolve("esx1.rack_2.note"), new byte[] {(byte) 0xff});
    assertThatThrownBy(() -> new DeviceNoteFiles(folder).recall(HOST))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot be read");
  }
}
