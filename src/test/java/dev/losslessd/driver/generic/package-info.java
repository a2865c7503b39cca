/** Any other netdev. */
@NullMarked
package dev.losslessd.driver.generic;

import org.jspecify.annotations.NullMarked;
