/** Tests of the driver for any other netdev. */
@NullMarked
package dev.losslessd.driver.generic;

import org.jspecify.annotations.NullMarked;
