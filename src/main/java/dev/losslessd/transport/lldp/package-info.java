/** LLDP frames as switches send them: parsed from bytes, heard on a packet socket. */
@NullMarked
package dev.losslessd.transport.lldp;

import org.jspecify.annotations.NullMarked;
