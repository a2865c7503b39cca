/** Tests of verdicts on logs and environments of jobs. */
@NullMarked
package dev.losslessd.jobs;

import org.jspecify.annotations.NullMarked;
