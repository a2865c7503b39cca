package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Optional;
import java.util.function.Function;

/**
 * One setting of a port: which cells of CONFIG_DB it has, what they mean, how it is written.
 *
 * @param owned cells of a port that belong to it
 */
record PortSetting(SettingKind kind, Function<String, Owned> owned, Reader reader, Writer writer) {
  /** Meaning of the cells of a port. */
  @FunctionalInterface
  interface Reader {
    /**
     * @return without words; its note tells what else decides
     * @throws DeviceException GARBLED or UNSUPPORTED for what cannot be told in the words of the
     *     field
     */
    Reading.Value read(ConfigDb db, String port);
  }

  /** Change of the cells of a port. */
  @FunctionalInterface
  interface Writer {
    /**
     * Writes into a copy.
     *
     * @throws DeviceException UNSUPPORTED for what this switch cannot do
     */
    void write(ConfigDb draft, String port, Setting wanted);
  }

  /** Reads the setting of a port, with the cells that bring it back. */
  Reading.Value read(ConfigDb db, String port) {
    Reading.Value told = reader.read(db, port);
    return new Reading.Value(
        told.setting(), Words.of(db, owned.apply(port)), told.note(), told.whole());
  }

  /** Returns why the cells of a port are only read; empty where they can be written. */
  Optional<String> refusal(ConfigDb db, String port) {
    return SonicSnapshot.isWritten(port)
        ? Words.refusal(db, owned.apply(port))
        : Optional.of(Words.unwritten("the name of the port", port));
  }

  /** Makes the cells of a port what the words of a change say. */
  void restore(ConfigDb draft, String port, Change change) {
    Words.restore(draft, owned.apply(port), change.wordsAfter());
    OwnedRows.cleanUp(draft);
    Setting then = reader.read(draft, port).setting();
    if (!then.equals(change.after())) {
      throw DeviceException.unsupported(
          change.text() + ": the words '" + change.wordsAfter() + "' would be " + then.text());
    }
  }
}
