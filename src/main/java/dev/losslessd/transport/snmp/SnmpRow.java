package dev.losslessd.transport.snmp;

import java.util.List;

/**
 * One row of a walked table.
 *
 * @param cells one for each column asked for, in that order; a hole is {@link SnmpValue.Missing}
 */
public record SnmpRow(Oid index, List<SnmpValue> cells) {
  public SnmpRow {
    cells = List.copyOf(cells);
  }
}
