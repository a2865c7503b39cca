/** Contract tests of every NIC driver, on hosts made of files and bytes. */
@NullMarked
package dev.losslessd.driver;

import org.jspecify.annotations.NullMarked;
