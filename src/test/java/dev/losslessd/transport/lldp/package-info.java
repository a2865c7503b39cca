/** Tests of the LLDP parser and its socket. */
@NullMarked
package dev.losslessd.transport.lldp;

import org.jspecify.annotations.NullMarked;
