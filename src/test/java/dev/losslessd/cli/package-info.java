/** The command line against a daemon of canned answers on a real Unix socket. */
@NullMarked
package dev.losslessd.cli;

import org.jspecify.annotations.NullMarked;
