/** Arista EOS: settings by configuration sessions, counters and neighbours by SNMP. */
@NullMarked
package dev.losslessd.driver.eos;

import org.jspecify.annotations.NullMarked;
