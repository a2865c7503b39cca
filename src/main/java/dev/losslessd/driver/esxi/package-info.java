/**
 * VMware ESXi hosts with NVIDIA's native driver: parameters of its kernel modules, pause of the
 * vmnics, DCB status and vsish counters by the shell.
 */
@NullMarked
package dev.losslessd.driver.esxi;

import org.jspecify.annotations.NullMarked;
