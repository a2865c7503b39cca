/**
 * A server with VMware ESXi: esxcli, esxcfg-module and vsish over a busybox shell. What no source
 * has is refused.
 */
@NullMarked
package dev.losslessd.fabric.esxi;

import org.jspecify.annotations.NullMarked;
