/** Tests of the YAML configuration and its errors. */
@NullMarked
package dev.losslessd.config;

import org.jspecify.annotations.NullMarked;
