/** NVIDIA Onyx, formerly MLNX-OS: watched by its command line as JSON and by SNMP. */
@NullMarked
package dev.losslessd.driver.onyx;

import org.jspecify.annotations.NullMarked;
