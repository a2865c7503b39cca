/** Revisions, journal and audit as typed bytes on disk: append-only, fsynced, versioned. */
@NullMarked
package dev.losslessd.store;

import org.jspecify.annotations.NullMarked;
