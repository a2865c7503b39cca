package dev.losslessd.driver;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpWriter;

/**
 * One SNMP SET of an INTEGER. There is none that its entry in the ledger does not allow.
 *
 * @param ledger of the driver
 * @param entry its place in the ledger
 * @param oid of the instance
 */
public record SnmpSet(Ledger ledger, String entry, Oid oid, int value) {
  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  public SnmpSet {
    ledger.requireLine(entry, text(oid, value));
  }

  private static String text(Oid oid, int value) {
    return "SET " + oid + " INTEGER " + value;
  }

  public String text() {
    return text(oid, value);
  }

  /**
   * Sends it once, through the writer's gate.
   *
   * @throws DeviceException UNSUPPORTED if the entry is unverified
   * @throws TransportException as {@link SnmpWriter#set}
   */
  public void send(SnmpWriter writer) {
    ledger.require(entry);
    writer.set(oid, value);
  }
}
