/** Juniper QFX with Junos and Junos OS Evolved: settings by commits, counters by SNMP. */
@NullMarked
package dev.losslessd.driver.junos;

import org.jspecify.annotations.NullMarked;
