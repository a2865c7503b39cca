/**
 * The parts that every fake switch has, whatever its system: SSH and SNMP endpoints, terminal,
 * accounts, cables to the twin's NICs, LLDP neighbours, clock, log and ordered faults.
 */
@NullMarked
package dev.losslessd.fabric.switchbase;

import org.jspecify.annotations.NullMarked;
