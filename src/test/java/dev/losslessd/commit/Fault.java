package dev.losslessd.commit;

import java.util.List;
import java.util.Set;

/** Faults that occur in an episode. */
enum Fault {
  SILENT,
  REFUSES,
  LIES,
  CRASH,
  REBOOT,
  DISK_FULL,
  FREEZE,
  FOREIGN,
  BUSY,
  BREACH,
  SAVES_NOTHING,
  AGENT,
  MAINTENANCE,
  CLOCK,
  OWN,
  OBSERVE;

  /** After these a person has to decide; after all others an undo ends by itself. */
  static final Set<Fault> MAY_STICK = Set.of(REFUSES, LIES, FOREIGN, AGENT);

  /** Faults while a record is written; the journal is in use, and so is the engine. */
  static final List<Fault> AT_SYNC = List.of(CRASH, REBOOT, DISK_FULL, SILENT);
}
