/**
 * Two-faced Dell switches with OS10: its command line on a real SSH server, its MIBs on a real SNMP
 * agent, cabled to the NICs of the twin.
 */
@NullMarked
package dev.losslessd.fabric.os10;

import org.jspecify.annotations.NullMarked;
