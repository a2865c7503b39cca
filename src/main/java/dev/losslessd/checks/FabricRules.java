package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.jobs.Check;
import dev.losslessd.jobs.EnvCheck;
import dev.losslessd.jobs.GpuInitiated;
import dev.losslessd.jobs.JobClass;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** What depends on the fabric: both ends of the cable, and the class that jobs send in. */
final class FabricRules {
  private static final Pattern GLOBAL = Pattern.compile("(?s).*Global tclass=(\\d{1,3})\\b.*");

  private static final String NOT_GPUS =
      "; GPU-initiated queue pairs (DevX) take their library's own";

  private FabricRules() {}

  static Answer contract(Nic nic, HostFacts facts) {
    return cable(nic, facts, Cable::contract, "the contract of its link holds");
  }

  static Answer pathMtu(Nic nic, HostFacts facts) {
    return cable(nic, facts, Cable::mtu, "the switch port takes what the NIC sends");
  }

  private static Answer cable(
      Nic nic, HostFacts facts, Function<Cable, Cable.Fit> part, String good) {
    Cable cable = facts.fabric().cables().get(nic.port());
    if (cable == null) {
      String lack = facts.fabric().lack();
      return new Unknown(
          lack.isEmpty() ? "no link of this port is known: neither the config nor LLDP" : lack);
    }
    Cable.Fit fit = part.apply(cable);
    return switch (fit.verdict()) {
      case OK -> new Ok(good);
      case BROKEN ->
          new Not(
              fit.why(),
              good,
              "'losslessd contract' shows both ends, 'losslessd plan' what would mend them",
              "the contract of the link, read from both ends");
      case UNKNOWN -> new Unknown(fit.why().isEmpty() ? "an end did not tell" : fit.why());
    };
  }

  /**
   * What is set for the device wins over the job, but not for queue pairs that GPUs use by
   * themselves; else the caller's environment decides.
   */
  static Answer trafficClass(Nic nic, HostFacts facts) {
    if (facts.fabric().lossless().isEmpty()) {
      String lack = facts.fabric().lack();
      return new Unknown(lack.isEmpty() ? "the policy has no lossless class with a DSCP" : lack);
    }
    JobClass lossless = facts.fabric().lossless().get();
    OptionalInt forced = forced(nic, facts);
    Answer answer =
        forced.isPresent()
            ? judged("traffic-class of the device", forced.getAsInt(), lossless)
            : ofCaller(facts, lossless);
    if (!(answer instanceof Ok ok)) {
      return answer;
    }
    return GpuInitiated.unmarked(facts.asker().variables(), lossless)
        .map(FabricRules::unmarked)
        .orElse(forced.isPresent() ? new Ok(ok.value() + NOT_GPUS) : ok);
  }

  private static Answer unmarked(Check check) {
    return check.verdict() == Verdict.BROKEN
        ? new Not(check.message(), "the lossless class", check.advice(), "NVIDIA/nccl#2383")
        : new Unknown(check.message());
  }

  /** The first variable in the wrong class, else one in the right. */
  private static Answer ofCaller(HostFacts facts, JobClass lossless) {
    List<Answer> own =
        facts.asker().variables().keySet().stream()
            .filter(EnvCheck::isClass)
            .filter(name -> number(facts, name).isPresent())
            .sorted()
            .map(name -> judged(name, number(facts, name).getAsInt(), lossless))
            .toList();
    return own.stream()
        .filter(Not.class::isInstance)
        .findFirst()
        .or(() -> own.stream().findFirst())
        .orElseGet(() ->
            new Unknown(
                "nothing marks for the job: each needs %s (DSCP %s), see 'losslessd env'"
                    .formatted(lossless.trafficClass(), lossless.dscp().value())));
  }

  private static OptionalInt forced(Nic nic, HostFacts facts) {
    String file = "sys/class/infiniband/" + nic.rdmaDevice() + "/tc/" + nic.rdmaPort();
    Matcher global = GLOBAL.matcher(facts.text(file + "/traffic_class").orElse(""));
    return global.matches()
        ? OptionalInt.of(Integer.parseInt(global.group(1)))
        : OptionalInt.empty();
  }

  private static OptionalInt number(HostFacts facts, String name) {
    String value = facts.asker().variables().getOrDefault(name, "").strip();
    return Pattern.matches("\\d{1,3}", value)
        ? OptionalInt.of(Integer.parseInt(value))
        : OptionalInt.empty();
  }

  private static Answer judged(String what, int tos, JobClass lossless) {
    String value = what + " " + tos + ", DSCP " + (tos >> 2);
    return tos >> 2 == lossless.dscp().value()
        ? new Ok(value)
        : new Not(
            value,
            lossless.trafficClass() + ", DSCP " + lossless.dscp().value(),
            "set it to " + lossless.trafficClass() + ": 4 * DSCP + 2",
            "RFC 2474: the DSCP is the upper six bits of the ToS byte");
  }
}
