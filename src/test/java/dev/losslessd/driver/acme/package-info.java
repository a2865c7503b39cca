/**
 * An invented switch system that is only read, to be copied: the least that passes the contract.
 */
@NullMarked
package dev.losslessd.driver.acme;

import org.jspecify.annotations.NullMarked;
