/** The command line. Talks to the daemon over its Unix socket; local verbs are handed in by app. */
@NullMarked
package dev.losslessd.cli;

import org.jspecify.annotations.NullMarked;
