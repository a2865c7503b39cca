/** What the tests of several transports need. */
@NullMarked
package dev.losslessd.transport;

import org.jspecify.annotations.NullMarked;
