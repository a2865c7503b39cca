/** Cisco Nexus 9000, NX-OS: settings by its command line, counters and neighbours by SNMP. */
@NullMarked
package dev.losslessd.driver.nxos;

import org.jspecify.annotations.NullMarked;
