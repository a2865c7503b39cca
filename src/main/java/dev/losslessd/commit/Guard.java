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

  /** One commit under guard. Does no I/O; the calls come from any thread. */
  interface Watch {
    /** All changes were written and read back: the settle time runs from now. */
    void applied();

    /** One sentence on what went wrong; it is asked every second while the window is open. */
    Optional<String> breach();

    /** The commit is decided. May be called more than once. */
    void end();
  }
}
