package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Notes of drivers about devices, {@code devices/NAME.note}: one text each, in its driver's words.
 * A file is whole or the one before.
 */
public record DeviceNoteFiles(Path folder) {
  private static final int LARGEST = 64 * 1024;

  /**
   * @return empty where nothing was kept
   * @throws StoreException it cannot be read, or is larger than a note
   */
  public Optional<String> recall(DeviceId device) {
    Path file = file(device);
    try {
      if (Files.size(file) > LARGEST) {
        throw new StoreException(
            "note %s has %s bytes, expected %s at most".formatted(file, Files.size(file), LARGEST));
      }
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new StoreException("note " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  /**
   * Whole, or the one of before: what is remembered is worth no wait for the folder.
   *
   * @throws StoreException it cannot be written
   */
  public void keep(DeviceId device, String text) {
    Path file = file(device);
    try {
      OwnerOnly.folder(folder);
      WholeFile.write(file, folder.resolve("." + file.getFileName()), text);
    } catch (IOException e) {
      throw new StoreException("note " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
  }

  private Path file(DeviceId device) {
    return folder.resolve(device.name() + ".note");
  }
}
