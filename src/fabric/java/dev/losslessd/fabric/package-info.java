/**
 * Front doors on the twin, a process of its own: netlink and ethtool responders, sysfs trees, fault
 * control.
 */
@NullMarked
package dev.losslessd.fabric;

import org.jspecify.annotations.NullMarked;
