/**
 * Two-faced Juniper switches: Junos with its candidate, its commits and their timer on a real SSH
 * server, its MIBs on a real SNMP agent, cabled to the NICs of the twin.
 */
@NullMarked
package dev.losslessd.fabric.junos;

import org.jspecify.annotations.NullMarked;
