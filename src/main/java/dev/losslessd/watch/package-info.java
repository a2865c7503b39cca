/** Rules over sweeps and observations: drift first. A rule's verdict is a Finding. */
@NullMarked
package dev.losslessd.watch;

import org.jspecify.annotations.NullMarked;
