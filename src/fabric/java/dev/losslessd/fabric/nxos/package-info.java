/**
 * Two-faced Nexus 9000 switches: NX-OS on a real SSH server, its MIBs on a real SNMP agent, cabled
 * to the NICs of the twin.
 */
@NullMarked
package dev.losslessd.fabric.nxos;

import org.jspecify.annotations.NullMarked;
