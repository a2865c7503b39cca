/** Tests of the revisions, journal and audit on disk. */
@NullMarked
package dev.losslessd.store;

import org.jspecify.annotations.NullMarked;
