/**
 * Reading devices over SNMP: v2c, v3, and v1 where nothing else is there. Reads only; knows no
 * vendor and no object: which ones to read is the driver's business.
 */
@NullMarked
package dev.losslessd.transport.snmp;

import org.jspecify.annotations.NullMarked;
