/** Tests of sysfs reads from files that come and go. */
@NullMarked
package dev.losslessd.transport.sysfs;

import org.jspecify.annotations.NullMarked;
