/** SNMP against net-snmp's agent, and against a responder that answers nonsense. */
@NullMarked
package dev.losslessd.transport.snmp;

import org.jspecify.annotations.NullMarked;
