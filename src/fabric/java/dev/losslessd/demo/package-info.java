/**
 * The demo: a simulated fabric and an ordinary daemon on it. Ships with the fabric, not with the
 * daemon.
 */
@NullMarked
package dev.losslessd.demo;

import org.jspecify.annotations.NullMarked;
