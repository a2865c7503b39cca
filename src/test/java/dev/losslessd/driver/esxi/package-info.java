@NullMarked
package dev.losslessd.driver.esxi;

import org.jspecify.annotations.NullMarked;
