package dev.losslessd.transport.ethtool;

/**
 * Identity of a NIC's driver, as ETHTOOL_GDRVINFO returns it.
 *
 * @param firmware may be empty or {@code N/A}
 * @param busInfo PCI address, or empty
 * @param statistics how many driver statistics there are
 */
public record DriverInfo(
    String driver, String version, String firmware, String busInfo, int statistics) {}
