package dev.losslessd.commit;

import java.util.Optional;

/**
 * What the guard of a commit says now.
 *
 * @param breach what went wrong
 * @param shared faults that the control group shows as well
 * @param undecided why there is no judgement yet
 * @param idle why a judgement rests on no traffic
 */
record Opinion(
    Optional<String> breach,
    Optional<String> shared,
    Optional<String> undecided,
    Optional<String> idle) {
  /** Opinion where no guard watches. */
  static final Opinion NONE =
      new Opinion(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
