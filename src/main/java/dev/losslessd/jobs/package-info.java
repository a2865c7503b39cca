/**
 * The network as a job sees it: what NCCL's log says was used, and the environment that a job needs
 * on this host. Pure: text and inventory come in, verdicts go out.
 */
@NullMarked
package dev.losslessd.jobs;

import org.jspecify.annotations.NullMarked;
