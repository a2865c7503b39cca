/**
 * Whether this host can carry a job: ports, PCIe, RDMA, GPUDirect, CPUs and firmware. Each check
 * reads files below a root and has three answers; unknown is never ok.
 */
@NullMarked
package dev.losslessd.checks;

import org.jspecify.annotations.NullMarked;
