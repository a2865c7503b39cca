/** Files of sysfs and debugfs below a root folder that is a parameter. */
@NullMarked
package dev.losslessd.transport.sysfs;

import org.jspecify.annotations.NullMarked;
