/**
 * A switch with community SONiC: a shell that knows the commands that its sources show, CONFIG_DB
 * with the checks of the YANG models, checkpoints, COUNTERS_DB and the agent. What it does not know
 * it refuses.
 */
@NullMarked
package dev.losslessd.fabric.sonic;

import org.jspecify.annotations.NullMarked;
