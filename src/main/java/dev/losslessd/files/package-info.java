/**
 * The only way by which the daemon opens files of others: bounded threads, each with a deadline.
 */
@NullMarked
package dev.losslessd.files;

import org.jspecify.annotations.NullMarked;
