/**
 * Two-faced Arista switches: EOS with its configuration sessions and commit timer on a real SSH
 * server, its MIBs on a real SNMP agent, cabled to the NICs of the twin.
 */
@NullMarked
package dev.losslessd.fabric.eos;

import org.jspecify.annotations.NullMarked;
