/** Runs a plan: lock, journal, apply, read back, wait for confirm, undo. */
@NullMarked
package dev.losslessd.commit;

import org.jspecify.annotations.NullMarked;
