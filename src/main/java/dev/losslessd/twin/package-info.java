/** The simulated fabric: queues with XOFF and XON, PFC, ECN. Pure, seeded, no clock. */
@NullMarked
package dev.losslessd.twin;

import org.jspecify.annotations.NullMarked;
