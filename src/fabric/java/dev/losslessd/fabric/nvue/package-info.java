/**
 * A switch with Cumulus Linux: a shell that knows only {@code nv}, revisions, an apply that waits
 * to be confirmed, and the agent. Of what the real one does it knows only what a source tells; the
 * rest is refused.
 */
@NullMarked
package dev.losslessd.fabric.nvue;

import org.jspecify.annotations.NullMarked;
