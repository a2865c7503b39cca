package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.Ets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Output of a switch, asked when it is first needed: what fails leaves the other settings. */
final class OnyxShows {
  static final String VERSION = "show version | json-print";

  private final Console console;
  private final ShortLivedCache<Interfaces> interfaces;
  private final ShortLivedCache<PfcTable> pfc;
  private @Nullable QosTable qos;

  OnyxShows(SwitchAccess access, Console console) {
    this.console = console;
    this.interfaces = new ShortLivedCache<>(access.ticks(), this::readInterfaces);
    this.pfc = new ShortLivedCache<>(access.ticks(), this::readPfc);
  }

  private Interfaces readInterfaces() {
    String _ = release(console.show(VERSION));
    return Interfaces.parse(console.show(Interfaces.COMMAND));
  }

  /**
   * Release of the switch: {@code 3.8.2306}. Older ones call the product MLNX-OS.
   *
   * @throws DeviceException UNSUPPORTED if this is another system
   */
  static String release(String text) {
    DeviceJson json = DeviceJson.parse(VERSION, text);
    if (!Set.of("Onyx", "MLNX-OS").contains(json.text("Product name"))) {
      throw DeviceException.unsupported(
          json.garbled("Product name", "Onyx or MLNX-OS: is 'os: onyx' right?").getMessage());
    }
    return json.text("Product release");
  }

  /** Where the JSON has ports alone, the text has the priorities. */
  private PfcTable readPfc() {
    PfcTable table = PfcTable.parse(console.show(PfcTable.COMMAND));
    return table.head().isPresent()
        ? table
        : PfcTable.parseText(console.show(PfcTable.TEXT) + "\n");
  }

  Interfaces interfaces() {
    return interfaces.now();
  }

  ShortLivedCache<PfcTable> pfc() {
    return pfc;
  }

  /** Note of the pools that carry traffic; empty on a release without that command. */
  String pools() {
    return console
        .showIfKnown(TrafficPools.COMMAND)
        .filter(text -> !text.isBlank())
        .map(TrafficPools::parse)
        .orElse("");
  }

  /** Classification of a port, asked once for each {@link #forgetPort}. */
  QosTable qos(String port) {
    QosTable known = qos;
    if (known == null) {
      known = QosTable.parse(port, console.show(QosTable.command(port)));
      qos = known;
    }
    return known;
  }

  /** The next port is asked anew. */
  void forgetPort() {
    qos = null;
  }

  Ets ets(String port) {
    QosTable classes = qos(port);
    return EtsTable.parse(port, console.show(EtsTable.command(port)), classes.classOfPriority());
  }

  Congestion congestion(String port) {
    return Congestion.parse(port, console.show(Congestion.command(port)));
  }
}
