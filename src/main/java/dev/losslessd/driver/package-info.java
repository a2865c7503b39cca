/** The contract of a device driver and what all drivers share: ledger, capabilities, discovery. */
@NullMarked
package dev.losslessd.driver;

import org.jspecify.annotations.NullMarked;
