/** The daemon's log: SLF4J records as printable lines on standard error, at a bounded rate. */
@NullMarked
package dev.losslessd.log;

import org.jspecify.annotations.NullMarked;
