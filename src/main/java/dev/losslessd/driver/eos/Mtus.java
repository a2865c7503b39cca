package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Mtu;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * MTU in bytes of each interface by {@code show interfaces | json}, whether a line sets it or not.
 * The table is read when the first MTU is needed, so that a refusal of it affects MTUs alone, and a
 * row that is not understood affects its own interface.
 */
final class Mtus {
  static final String COMMAND = "show interfaces | json";

  private final Supplier<String> text;
  private final Map<String, DeviceJson> rows = new HashMap<>();
  private boolean read;
  private @Nullable DeviceException failure;

  /**
   * @param text output of the command, read once
   */
  Mtus(Supplier<String> text) {
    this.text = text;
  }

  /** Returns whether the table has an interface. */
  boolean has(String name) {
    return rows().containsKey(name);
  }

  /**
   * Returns the MTU of an interface in bytes.
   *
   * @throws DeviceException GARBLED if the table has none of this interface; as the command if that
   *     failed
   */
  Mtu of(String name) {
    DeviceJson row = rows().get(name);
    if (row == null) {
      throw ParseErrors.at(COMMAND, name, "an mtu of this interface");
    }
    long bytes = row.whole("mtu");
    if (bytes < Mtu.SMALLEST || bytes > Mtu.LARGEST) {
      throw row.garbled("mtu", Mtu.SMALLEST + ".." + Mtu.LARGEST + " bytes");
    }
    return new Mtu((int) bytes);
  }

  private Map<String, DeviceJson> rows() {
    if (!read) {
      read = true;
      try {
        for (DeviceJson all : DeviceJson.parse(COMMAND, text.get()).rows("interfaces")) {
          named(all);
        }
      } catch (DeviceException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return rows;
  }

  /** A row of another form than an object is left out, as one that is missing. */
  private void named(DeviceJson all) {
    for (String name : all.fields()) {
      List<DeviceJson> found = all.each(name);
      if (found.size() == 1 && found.getFirst().isRow()) {
        rows.put(name, found.getFirst());
      }
    }
  }
}
