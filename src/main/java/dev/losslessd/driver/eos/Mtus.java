package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Mtu;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * MTU in bytes of each interface by {@code show interfaces | json}, whether a line sets it or not.
 * The table is read when the first MTU is needed, so that a refusal of it affects MTUs alone, and a
 * row that is not understood affects its own interface.
 */
final class Mtus {
  static final String COMMAND = "show interfaces | json";

  private final Supplier<Supplier<Map<String, DeviceJson>>> rows;

  /**
   * @param text output of the command, read once
   */
  Mtus(Supplier<String> text) {
    this.rows = new Once<>(() -> Failures.outcome(() -> parse(text.get())));
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
    return Mtu.parse("" + row.whole("mtu"))
        .orElseThrow(() -> row.garbled("mtu", Mtu.SMALLEST + ".." + Mtu.LARGEST + " bytes"));
  }

  private Map<String, DeviceJson> rows() {
    return rows.get().get();
  }

  /** A row of another form than an object is left out, as one that is missing. */
  private static Map<String, DeviceJson> parse(String text) {
    Map<String, DeviceJson> rows = new HashMap<>();
    for (DeviceJson all : DeviceJson.parse(COMMAND, text).rows("interfaces")) {
      all.fields().forEach(name -> all.branch(name).ifPresent(row -> rows.put(name, row)));
    }
    return rows;
  }
}
