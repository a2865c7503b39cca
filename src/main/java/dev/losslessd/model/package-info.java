/**
 * The field's words as values: ids, priorities, settings, links, plans, sweeps, findings. No I/O,
 * clock, JSON or log.
 */
@NullMarked
package dev.losslessd.model;

import org.jspecify.annotations.NullMarked;
