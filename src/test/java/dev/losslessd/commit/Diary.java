package dev.losslessd.commit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Events of an episode, how often each occurred, and the violations among them. */
final class Diary {
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Integer> met = new ConcurrentSkipListMap<>();
  private final NavigableSet<Fault> faults = new ConcurrentSkipListSet<>();

  void tell(String what) {
    story.add(what);
  }

  void wrong(String what) {
    wrong.add(what);
  }

  void count(String what) {
    met.merge(what, 1, Integer::sum);
  }

  void meet(Fault fault) {
    count(fault.name());
    faults.add(fault);
  }

  List<String> story() {
    return List.copyOf(story);
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  Map<String, Integer> met() {
    return met;
  }

  boolean metNoneOf(Set<Fault> some) {
    return Collections.disjoint(faults, some);
  }

  /** Two kinds of fault in one episode, and each kind alone. */
  Set<String> pairs() {
    Set<String> pairs = new TreeSet<>();
    faults.forEach(one -> faults.tailSet(one).forEach(other -> pairs.add(one + "+" + other)));
    return pairs;
  }
}
