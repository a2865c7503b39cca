package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.GlobalPause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * 802.3x pause of a NIC.
 *
 * @param supported whether the driver lets it be set
 */
record Pause(boolean supported, GlobalPause setting) {
  static final String COMMAND = "esxcli network nic pauseParams list";

  private static final String NIC = "NIC";
  private static final String SUPPORTED = "Pause Params Supported";
  private static final String RECEIVE = "Pause RX";
  private static final String SEND = "Pause TX";

  /**
   * @return by NIC; one whose row is not understood is left out
   * @throws DeviceException GARBLED for what is no such table
   */
  static Map<String, Pause> parse(String text) {
    Map<String, Pause> all = new TreeMap<>();
    TableText.parse(COMMAND, text, List.of(NIC, SUPPORTED, RECEIVE, SEND))
        .forEach(row -> {
          Optional<Pause> pause = of(row);
          String nic = TableText.cell(row, NIC);
          if (pause.isPresent() && all.put(nic, pause.get()) != null) {
            throw ParseErrors.at(COMMAND, nic, "each NIC once");
          }
        });
    return all;
  }

  /** Each cell is true or false; empty where one is something else. */
  private static Optional<Pause> of(Map<String, String> row) {
    try {
      row.keySet().stream()
          .filter(heading -> !heading.equals(NIC))
          .forEach(heading -> TableText.flag(COMMAND, row, heading));
      return Optional.of(
          new Pause(
              TableText.flag(COMMAND, row, SUPPORTED),
              new GlobalPause(
                  TableText.flag(COMMAND, row, RECEIVE), TableText.flag(COMMAND, row, SEND))));
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }
}
