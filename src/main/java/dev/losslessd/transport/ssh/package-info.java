/**
 * Talking to a device's command line over SSH. Knows no vendor: what the lines mean is the driver's
 * business; here they are sent whole, and their output comes back whole or not at all.
 */
@NullMarked
package dev.losslessd.transport.ssh;

import org.jspecify.annotations.NullMarked;
