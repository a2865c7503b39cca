/** Dell OS10: watched by its configuration and by SNMP. */
@NullMarked
package dev.losslessd.driver.os10;

import org.jspecify.annotations.NullMarked;
