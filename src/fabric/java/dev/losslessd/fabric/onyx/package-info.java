/**
 * Two-faced NVIDIA switches with Onyx, formerly MLNX-OS: its command line on a real SSH server, its
 * MIBs on a real SNMP agent, cabled to the NICs of the twin.
 */
@NullMarked
package dev.losslessd.fabric.onyx;

import org.jspecify.annotations.NullMarked;
