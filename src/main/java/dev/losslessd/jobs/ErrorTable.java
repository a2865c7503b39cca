package dev.losslessd.jobs;

import static java.util.Comparator.comparingLong;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.jobs.NcclReport.Role;
import dev.losslessd.jobs.NcclReport.Warning;
import dev.losslessd.text.Matcher;
import java.util.ArrayList;
import java.util.Collection;
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

  /** Warnings by which something failed, from the first to the last. */
  private final List<LogRecord> failures;

  ErrorTable(
      SeenErrors errors,
      SeenNetworks networks,
      SeenDeaths deaths,
      Collection<String> versions,
      LogContext context) {
    this.errors = errors;
    this.networks = networks;
    this.context = context;
    this.failures = new ArrayList<>(errors.warnings());
    SilentFailure.in(errors, versions).ifPresent(failures::add);
    failures.sort(comparingLong(LogRecord::line));
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
    connections().ifPresent(checks::add);
    EventCheck.of(errors.events()).ifPresent(checks::add);
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
      return failures.isEmpty()
          ? Check.ok(
              "errors",
              errors.kinds().isEmpty()
                  ? "no warning of NCCL, no completion with an error"
                  : "no completion with an error; warnings fail no connection")
          : Check.unknown(
              "errors",
              errors.kinds().names().size() + " kinds of warnings, no completion with an error",
              "first: line " + first().line() + ": " + brief(first().message()));
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
        "%s completions with an error; %s: line %s%s%s, status %s, %s"
            .formatted(
                errors.completionCount(),
                first.role() == Role.CAUSE ? "cause" : "first",
                fault.line(),
                fault.host().isEmpty() ? "" : ", " + fault.host(),
                peer.isEmpty() ? "" : " to " + peer,
                fault.status(),
                fault.meaning()),
        fault.advice());
  }

  /** The first that does not only repeat another one. */
  private LogRecord first() {
    return failures.stream()
        .filter(one -> !KnownWarning.isConsequence(one.message()))
        .findFirst()
        .orElse(failures.getFirst());
  }

  /** Warnings whose reason is known, each once. */
  private Optional<Check> known() {
    Map<String, LogRecord> known = new LinkedHashMap<>();
    failures.forEach(one -> advice(one.message()).ifPresent(key -> known.putIfAbsent(key, one)));
    if (known.isEmpty()) {
      return Optional.empty();
    }
    List<String> texts =
        known.values().stream()
            .map(one -> "line " + one.line() + ": " + brief(one.message()))
            .toList();
    return Optional.of(
        Check.finding("warnings", String.join("; ", texts), String.join("; ", known.keySet())));
  }

  private static Optional<String> advice(String message) {
    Optional<FailedCall> call = FailedCall.of(message);
    return call.isPresent()
        ? call.filter(one -> !one.call().connects()).map(FailedCall::advice)
        : KnownWarning.of(message).map(KnownWarning::advice);
  }

  /** Connections that did not come about, by their first. */
  private Optional<Check> connections() {
    List<LogRecord> failed =
        failures.stream().filter(one -> connectFailure(one).isPresent()).toList();
    return failed.isEmpty()
        ? Optional.empty()
        : connectFailure(failed.getFirst())
            .map(call ->
                Check.finding(
                    "connect",
                    "%s queue pairs not connected: %s"
                        .formatted(failed.size(), path(failed.getFirst().message(), call)),
                    call.advice()));
  }

  private static Optional<FailedCall> connectFailure(LogRecord record) {
    return FailedCall.of(record.message()).filter(one -> one.call().connects());
  }

  private String path(String message, FailedCall call) {
    Matcher nccl = LogMessages.MODIFY_QP.matcher(message);
    if (!nccl.find()) {
      return call.title();
    }
    return nccl.group(4) == null
        ? nccl.group(2).strip()
        : "%s, %s %s to %s, GID slot %s"
            .formatted(
                nccl.group(2).strip(),
                nccl.group(4),
                end(nccl.group(7)),
                end(nccl.group(8)),
                nccl.group(6));
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
