/** Tests. */
@NullMarked
package dev.losslessd.transport.lldp;

import org.jspecify.annotations.NullMarked;
