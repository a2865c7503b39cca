/** Tests of package dependencies and source style. */
@NullMarked
package dev.losslessd.house;

import org.jspecify.annotations.NullMarked;
