/**
 * The YAML file as checked records; every error at once, with its line and the nearest valid key.
 */
@NullMarked
package dev.losslessd.config;

import org.jspecify.annotations.NullMarked;
