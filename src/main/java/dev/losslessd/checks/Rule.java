package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import java.util.List;
import java.util.function.Function;

/** Answers one check, for each of its subjects. */
@FunctionalInterface
interface Rule {
  List<Subject> answers(HostFacts facts);

  /** One subject with its answer. */
  record Subject(String name, Answer answer) {}

  /** A rule that has one answer for the host. */
  static Rule ofHost(Function<HostFacts, Answer> answer) {
    return facts -> List.of(new Subject("", answer.apply(facts)));
  }

  /** A rule that is answered for each port of the host. */
  static Rule ofPorts(PortRule rule) {
    return facts ->
        facts.ports().stream()
            .map(nic -> new Subject(nic.port().name(), rule.answer(nic, facts)))
            .toList();
  }

  /** Answers for a port. */
  @FunctionalInterface
  interface PortRule {
    Answer answer(Nic nic, HostFacts facts);
  }
}
