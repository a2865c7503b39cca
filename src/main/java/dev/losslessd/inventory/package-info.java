/** Hosts, switches, sessions and links that this agent has. Connects to none before it is asked. */
@NullMarked
package dev.losslessd.inventory;

import org.jspecify.annotations.NullMarked;
