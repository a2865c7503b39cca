package dev.losslessd.driver.nxos;

import dev.losslessd.driver.QueueCell;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whose packets a queue of {@code show queuing interface} has. */
sealed interface Queue {
  /** One whose numbers are left: mirrored packets (SPAN), or no box at all. */
  Queue NONE = new Other();

  /** Returns the meaning of one of its counters; empty for one that is left out. */
  Optional<QueueCell> cell(String label);

  /**
   * One of the fabric's traffic.
   *
   * @param priority that it serves, which has the same number
   */
  record OfPriority(int priority) implements Queue {
    @Override
    public Optional<QueueCell> cell(String label) {
      return QueueLabels.queue(label, priority);
    }
  }

  /** The switch's own control traffic. */
  record Control() implements Queue {
    @Override
    public Optional<QueueCell> cell(String label) {
      return QueueLabels.control(label);
    }
  }

  /** Any other queue, whose counters are left out. */
  record Other() implements Queue {
    @Override
    public Optional<QueueCell> cell(String label) {
      return Optional.empty();
    }
  }

  /**
   * By the title of a box: {@code QOS GROUP 3}, {@code CONTROL QOS GROUP}, {@code SPAN QOS GROUP}.
   *
   * @param word before it; null without one
   */
  static Queue of(@Nullable String word, String group) {
    if (word != null) {
      return word.strip().equals("CONTROL") ? new Control() : NONE;
    }
    return group.isEmpty() ? NONE : new OfPriority(Integer.parseInt(group));
  }

  /**
   * By {@code eq-qosgrp}. Systems of four queues number theirs 0 to 3, control traffic 5 and
   * mirrored packets 6, as NX-API shows them.
   *
   * @param all groups of the port
   */
  static Queue of(String group, Collection<String> all) {
    boolean four = all.containsAll(Set.of("0", "1", "2", "3")) && !all.contains("4");
    if (group.startsWith("CONTROL") || (four && group.equals("5"))) {
      return new Control();
    }
    return group.matches(four ? "[0-3]" : "[0-7]") ? new OfPriority(Integer.parseInt(group)) : NONE;
  }
}
