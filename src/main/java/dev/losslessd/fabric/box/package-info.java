/**
 * What every fake switch has, whatever its system: its doors by SSH and SNMP, terminal, accounts,
 * cables to the NICs of the twin, LLDP neighbours, time, log, and the faults ordered for it.
 */
@NullMarked
package dev.losslessd.fabric.box;

import org.jspecify.annotations.NullMarked;
