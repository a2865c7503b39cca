package dev.losslessd.commit;

import dev.losslessd.model.PortId;
import java.util.Optional;
import java.util.Set;

/**
 * Looks after the ports of a commit until somebody decides. What it looks at is not the engine's
 * business: app adapts the rules of watch to it.
 */
@FunctionalInterface
public interface Guard {
  /** Sees nothing. */
  Guard NONE =
      ports ->
          new Watch() {
            @Override
            public void applied() {}

            @Override
            public Optional<String> breach() {
              return Optional.empty();
            }

            @Override
            public void end() {}
          };

  /**
   * Called before the first write, so that what is normal can be told from what came after.
   *
   * @param ports every port that the commit touches
   */
  Watch begin(Set<PortId> ports);

  /**
   * The same with a group to compare with.
   *
   * @param control ports that nothing was changed on; may be empty
   */
  default Watch begin(Set<PortId> ports, Set<PortId> control) {
    return begin(ports);
  }

  /** One commit under guard. Does no I/O; the calls come from any thread. */
  interface Watch {
    /** All changes were written and read back: the settle time runs from now. */
    void applied();

    /** One sentence on what went wrong; it is asked every second while the window is open. */
    Optional<String> breach();

    /**
     * What goes wrong on the control group as well, so that it is not the change's fault. It is no
     * breach, and no time to go on either.
     */
    default Optional<String> shared() {
      return Optional.empty();
    }

    /** Why there is no judgement yet: settling, or nothing was swept. */
    default Optional<String> undecided() {
      return Optional.empty();
    }

    /**
     * The control group is being changed too from now on: no more comparing.
     *
     * @param ports that another watch looks after from now on
     */
    default void handOver(Set<PortId> ports) {}

    /** The commit is decided. May be called more than once. */
    void end();
  }
}
