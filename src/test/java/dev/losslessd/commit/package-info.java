/** Tests of the room of the same name. */
@NullMarked
package dev.losslessd.commit;

import org.jspecify.annotations.NullMarked;
