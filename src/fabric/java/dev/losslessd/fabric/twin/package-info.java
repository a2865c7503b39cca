/** The simulated fabric: queues with XOFF and XON, PFC, ECN. Pure, seeded, no clock. */
@NullMarked
package dev.losslessd.fabric.twin;

import org.jspecify.annotations.NullMarked;
