package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.GlobalPause;
import java.util.List;
import java.util.Map;
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
   * @return by NIC
   * @throws DeviceException GARBLED for what is no such table
   */
  static Map<String, Pause> parse(String text) {
    Map<String, Pause> all = new TreeMap<>();
    TableText.parse(COMMAND, text, List.of(NIC, SUPPORTED, RECEIVE, SEND))
        .forEach(row -> {
          row.keySet().stream()
              .filter(heading -> !heading.equals(NIC))
              .forEach(heading -> TableText.flag(COMMAND, row, heading));
          Pause pause =
              new Pause(
                  TableText.flag(COMMAND, row, SUPPORTED),
                  new GlobalPause(
                      TableText.flag(COMMAND, row, RECEIVE), TableText.flag(COMMAND, row, SEND)));
          if (all.put(TableText.cell(row, NIC), pause) != null) {
            throw ParseErrors.at(COMMAND, TableText.cell(row, NIC), "each NIC once");
          }
        });
    return all;
  }
}
