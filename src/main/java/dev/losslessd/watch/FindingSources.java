package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that finds something, by name. A source that fails hides no finding of another: what
 * it found last stays open, with a finding that says so.
 *
 * @param <R> what a round of judgement knows
 */
final class FindingSources<R> {
  private static final Logger LOG = LoggerFactory.getLogger(FindingSources.class);

  private final List<Source> sources = new CopyOnWriteArrayList<>();

  private final class Source {
    private final String name;
    private final Function<R, Stream<Finding>> finds;
    private List<Finding> last = List.of();
    private boolean fails;

    Source(String name, Function<R, Stream<Finding>> finds) {
      this.name = name;
      this.finds = finds;
    }

    Stream<Finding> findings(R round) {
      try {
        last = finds.apply(round).toList();
        fails = false;
        return last.stream();
      } catch (RuntimeException e) {
        if (!fails) {
          LOG.error("source of findings '{}' failed; the last ones stay", name, e);
        }
        fails = true;
        String what = "source of findings '" + name + "' failed: " + e;
        return Stream.concat(
            last.stream(), Stream.of(FindingRule.DAEMON_TASK.at("losslessd", what)));
      }
    }
  }

  /** Adds a source, to be asked in each round. */
  void add(String name, Function<R, Stream<Finding>> finds) {
    sources.add(new Source(name, finds));
  }

  /** Asks all of them; one round at a time. */
  List<Finding> findings(R round) {
    return sources.stream().flatMap(one -> one.findings(round)).toList();
  }
}
