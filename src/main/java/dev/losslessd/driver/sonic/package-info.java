/** Community SONiC: CONFIG_DB by its own commands, counters of COUNTERS_DB and by SNMP. */
@NullMarked
package dev.losslessd.driver.sonic;

import org.jspecify.annotations.NullMarked;
