package dev.losslessd.jobs;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.jobs.NcclReport.Role;
import dev.losslessd.jobs.NcclReport.Warning;
import dev.losslessd.text.Matcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Errors of a job: what each means, whose it is, and which came first. */
final class ErrorTable {
  private final SeenErrors errors;
  private final SeenNetworks networks;
  private final LogContext context;
  private final List<Chain.Link> chain;

  ErrorTable(SeenErrors errors, SeenNetworks networks, SeenDeaths deaths, LogContext context) {
    this.errors = errors;
    this.networks = networks;
    this.context = context;
    this.chain = Chain.of(errors, networks, deaths);
  }

  List<Fault> faults() {
    return chain.stream().map(this::fault).toList();
  }

  List<Warning> warnings() {
    return errors.kinds().entries().stream()
        .map(one -> new Warning(one.getKey(), one.getValue()))
        .toList();
  }

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(completions());
    known().ifPresent(checks::add);
    failedQueuePairs().ifPresent(checks::add);
    events().ifPresent(checks::add);
    return checks;
  }

  private Fault fault(Chain.Link link) {
    Completion one = link.completion();
    Optional<CompletionStatus> status = CompletionStatus.of(one.status());
    String local = context.portOf(one.localGid());
    String remote = context.portOf(one.remoteGid());
    return new Fault(
        one.at().line(),
        one.at().time(),
        one.at().host(),
        one.peerAddress(),
        networks.hostOf(one.peerAddress()).orElse(""),
        one.status(),
        status.map(known -> "IBV_WC_" + known.name()).orElse(""),
        status.map(CompletionStatus::meaning).orElse("verbs define no such status"),
        one.vendorError(),
        one.request(),
        one.hca(),
        one.localGid(),
        local,
        one.remoteGid(),
        remote,
        link.role(),
        link.why(),
        status.map(CompletionStatus::advice).orElse(""),
        found(local, remote));
  }

  private List<String> found(String local, String remote) {
    Set<String> found = new LinkedHashSet<>(context.findings().getOrDefault(local, List.of()));
    found.addAll(context.findings().getOrDefault(remote, List.of()));
    return List.copyOf(found);
  }

  private Check completions() {
    if (chain.isEmpty()) {
      return errors.warnings().isEmpty()
          ? Check.ok(
              "errors",
              errors.kinds().isEmpty()
                  ? "no warning of NCCL, no completion with an error"
                  : "no completion with an error; warnings fail no connection")
          : Check.unknown(
              "errors",
              errors.kinds().names().size() + " kinds of warnings, no completion with an error",
              "first: " + brief(errors.warnings().getFirst().message()));
    }
    Chain.Link first =
        chain.stream()
            .filter(link -> link.role() == Role.CAUSE)
            .findFirst()
            .orElse(chain.getFirst());
    Fault fault = fault(first);
    String peer = fault.peerHost().isEmpty() ? fault.peer() : fault.peerHost();
    return Check.finding(
        "errors",
        errors.completionCount()
            + " completions with an error; "
            + (first.role() == Role.CAUSE ? "cause" : "first")
            + ": line "
            + fault.line()
            + (fault.host().isEmpty() ? "" : ", " + fault.host())
            + (peer.isEmpty() ? "" : " to " + peer)
            + ", status "
            + fault.status()
            + ", "
            + fault.meaning(),
        fault.advice());
  }

  /** Warnings whose reason is known, each once. */
  private Optional<Check> known() {
    Map<KnownWarning, LogRecord> known = new LinkedHashMap<>();
    errors
        .warnings()
        .forEach(
            one -> KnownWarning.of(one.message()).ifPresent(kind -> known.putIfAbsent(kind, one)));
    if (known.isEmpty()) {
      return Optional.empty();
    }
    List<String> texts =
        known.values().stream()
            .map(one -> "line " + one.line() + ": " + brief(one.message()))
            .toList();
    List<String> advice = known.keySet().stream().map(KnownWarning::advice).toList();
    return Optional.of(
        Check.finding("warnings", String.join("; ", texts), String.join("; ", advice)));
  }

  private Optional<Check> failedQueuePairs() {
    List<Matcher> failed = errors.failedQueuePairs();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    Matcher first = failed.getFirst();
    String path =
        first.group(4) == null
            ? ""
            : ", "
                + first.group(4)
                + " "
                + end(first.group(7))
                + " to "
                + end(first.group(8))
                + ", GID slot "
                + first.group(6);
    return Optional.of(
        Check.finding(
            "connect",
            failed.size() + " queue pairs not connected: " + first.group(2).strip() + path,
            connectAdvice(first.group(2))));
  }

  private static String connectAdvice(String reason) {
    if (reason.contains("timed out")) {
      return "the peer's address did not resolve: no route or VLAN between these two ports; on a"
          + " rail design set NCCL_CROSS_NIC=0";
    }
    if (reason.contains("unreachable")) {
      return "no route from this port to the peer's: check addresses and masks of both";
    }
    return reason.contains("Invalid argument")
        ? "the GID slot does not fit: unset NCCL_IB_GID_INDEX, compare the slots of both ports"
        : "compare GID, VLAN and MTU of both ports";
  }

  private Optional<Check> events() {
    List<NicEvent> events =
        errors.events().names().stream().map(one -> new NicEvent("", one)).toList();
    if (events.isEmpty()) {
      return Optional.empty();
    }
    String text = "events of NICs: " + errors.events().text();
    boolean gids = events.stream().allMatch(one -> !one.isFault() || one.isGidChange());
    return Optional.of(
        events.stream().noneMatch(NicEvent::isFault)
            ? Check.unknown("events", text, "none says that something failed")
            : Check.finding(
                "events",
                text,
                gids
                    ? "an address of that port came or went while the job ran: give it a fixed one"
                    : "look at the link of that port first: dmesg, losslessd findings"));
  }

  /** A GID with the port that has it, where that is known. */
  private String end(String gid) {
    String port = GidText.ofAddress(gid).map(context::portOf).orElse("");
    return port.isEmpty() ? gid : gid + " (" + port + ")";
  }

  private static String brief(String message) {
    return message.length() > 160 ? message.substring(0, 160) + " ..." : message;
  }
}
