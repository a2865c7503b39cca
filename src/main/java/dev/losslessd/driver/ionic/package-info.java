/** AMD Pensando NICs under the ionic driver: monitored. */
@NullMarked
package dev.losslessd.driver.ionic;

import org.jspecify.annotations.NullMarked;
