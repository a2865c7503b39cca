/** The walls of the house, checked. */
@NullMarked
package dev.losslessd.house;

import org.jspecify.annotations.NullMarked;
