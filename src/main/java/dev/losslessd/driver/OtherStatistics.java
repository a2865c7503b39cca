package dev.losslessd.driver;

import dev.losslessd.text.Pattern;

/**
 * Statistics of ethtool that have no meaning here and that other exporters' panels show: of the
 * wire, the PCI bus, the buffers and the function, and never of a single queue, of which a NIC has
 * hundreds.
 */
final class OtherStatistics {
  private static final Pattern SHOWN =
      Pattern.compile(
          "(rx|tx)_(packets|bytes|errors|dropped)"
              + "|(rx|tx)_vport_\\w+"
              + "|(rx|tx)_prio[0-7]_\\w+"
              + "|(rx|tx)_global_pause\\w*"
              + "|(dev|rx)_out_of_buffer"
              + "|rx_discard_(bytes|packets)_cos[0-7]"
              + "|outbound_pci_\\w+"
              + "|(rx|tx)_pci_signal_integrity"
              + "|\\w+_phy");

  private OtherStatistics() {}

  static boolean isShown(String name) {
    return SHOWN.matcher(name).matches();
  }
}
