package dev.losslessd.transport.snmp;

/**
 * One cell of a walked column.
 *
 * @param index what follows the column in the object identifier: ifIndex, or ifIndex.priority
 */
public record SnmpEntry(Oid index, SnmpValue value) {}
