package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The content of an event: what changed, where, and the facts of its kind. */
public sealed interface EventData {
  Kind kind();

  /** What happened to the subject, in one word: {@code raised}, {@code confirmed}. */
  String change();

  /** Target, setting, link or commit that it happened to; {@code all} for a freeze. */
  String subject();

  /** Devices that it is about; empty where it is about none in particular. */
  List<DeviceId> devices();

  /** One sentence for people. */
  String message();

  /** The device that a target is of; empty for what is none, such as the daemon itself. */
  private static Optional<DeviceId> device(String target) {
    try {
      return Optional.of(Target.parse(target).device());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Groups of events that a reader may ask for by themselves. */
  enum Kind implements Worded {
    FINDING,
    COMMIT,
    DRIFT,
    CONTRACT,
    LINK,
    ADDRESS,
    FREEZE,
    MAINTENANCE,
    DEVICE,
    ACCESS;
  }

  /**
   * A finding came, went or became more or less urgent.
   *
   * @param change {@code raised}, {@code severity} or {@code cleared}
   * @param finding as it is now; where it was cleared, as it was last
   */
  record FindingEvent(String change, Finding finding) implements EventData {
    @Override
    public Kind kind() {
      return Kind.FINDING;
    }

    @Override
    public String subject() {
      return finding.subject();
    }

    /** Devices of a subject: of a target, of a target's setting, or of both ends of a link. */
    @Override
    public List<DeviceId> devices() {
      return Stream.of(Pattern.of(" <-> ").split(finding.subject()))
          .map(end -> EventData.device(end.split(" ")[0]))
          .flatMap(Optional::stream)
          .distinct()
          .toList();
    }

    @Override
    public String message() {
      return finding.rule().id() + ": " + finding.message();
    }
  }

  /**
   * A commit came to a new state, or told more of the one it is in.
   *
   * @param change one of {@link dev.losslessd.model.Commit.State}
   */
  record CommitEvent(String change, String id, String actor, List<DeviceId> devices, String message)
      implements EventData {
    @Override
    public Kind kind() {
      return Kind.COMMIT;
    }

    @Override
    public String subject() {
      return id;
    }
  }

  /**
   * A setting left what is wanted, differs in another way, or is as wanted again.
   *
   * @param change one of: began, changed, ended
   * @param fact as it is now; where it ended, as it was last
   */
  record DriftEvent(String change, DriftBook.Fact fact) implements EventData {
    @Override
    public Kind kind() {
      return Kind.DRIFT;
    }

    @Override
    public String subject() {
      return fact.key().toString();
    }

    @Override
    public List<DeviceId> devices() {
      return List.of(fact.key().target().device());
    }

    @Override
    public String message() {
      return change.equals("ended")
          ? fact.key() + " is no longer adrift"
          : fact.difference().message();
    }
  }

  /**
   * The contract of a link has another verdict, or the link went.
   *
   * @param change {@code ok}, {@code broken}, {@code unknown} or {@code gone}
   * @param contract as it is now; where the link went, as it was last
   */
  record ContractEvent(String change, Verdict before, LinkContract contract) implements EventData {
    @Override
    public Kind kind() {
      return Kind.CONTRACT;
    }

    @Override
    public String subject() {
      return contract.link().text();
    }

    @Override
    public List<DeviceId> devices() {
      Link link = contract.link();
      return Stream.of(link.a(), link.b()).map(PortId::device).distinct().toList();
    }

    /** Names the checks that do not hold, with their reasons. */
    @Override
    public String message() {
      List<String> why =
          contract.checks().stream()
              .filter(check -> check.verdict() == Verdict.BROKEN)
              .map(check -> check.name() + ": " + check.why())
              .toList();
      String because =
          why.isEmpty() || !change.equals("broken") ? "" : ": " + String.join("; ", why);
      return "the contract is %s, was %s%s".formatted(change, Worded.of(before), because);
    }
  }

  /** Something that happened to one port. */
  sealed interface PortEvent extends EventData {
    PortId port();

    @Override
    default String subject() {
      return port().toString();
    }

    @Override
    default List<DeviceId> devices() {
      return List.of(port().device());
    }
  }

  /**
   * A port went up or down, or its device does not tell any more.
   *
   * @param change {@code up}, {@code down} or {@code unknown}
   * @param state in the device's words; empty where it does not tell
   */
  record LinkEvent(String change, PortId port, String state) implements PortEvent {
    @Override
    public Kind kind() {
      return Kind.LINK;
    }

    @Override
    public String message() {
      return state.isEmpty() ? "the device does not tell of it" : "the port is " + state;
    }
  }

  /**
   * A RoCE v2 address of a port of this host came, went, or is in another slot of its GID table.
   *
   * @param change {@code came}, {@code gone} or {@code moved}
   * @param device RDMA device and its port: {@code mlx5_0:1}
   * @param address as people write it
   * @param before slot where it was; empty for one that came
   * @param slot where it is; empty for one that is gone
   */
  record AddressEvent(
      String change,
      PortId port,
      String device,
      String address,
      OptionalInt before,
      OptionalInt slot)
      implements PortEvent {
    @Override
    public Kind kind() {
      return Kind.ADDRESS;
    }

    @Override
    public String message() {
      String from = before.isPresent() ? " from slot " + before.getAsInt() : "";
      String to = slot.isPresent() ? " to slot " + slot.getAsInt() : "";
      String what =
          switch (change) {
            case "moved" -> "moved" + from + to;
            case "gone" -> "is gone" + from;
            default -> "came" + to;
          };
      return "%s %s of %s".formatted(address, what, device);
    }
  }

  /**
   * Somebody did something that is no commit. What other parts want told is one of these, with a
   * kind of its own where readers shall be able to ask for it alone.
   *
   * @param subject target in words; {@code all} for every device
   * @param actor who did it: {@code uid:0}, {@code token:grafana}, {@code daemon}
   */
  record ActionEvent(
      Kind kind,
      String change,
      String subject,
      List<DeviceId> devices,
      String actor,
      String message)
      implements EventData {
    static ActionEvent freeze(boolean on, String actor, String why) {
      String text = on ? "all writing is frozen" : "writing goes on";
      return new ActionEvent(
          Kind.FREEZE,
          on ? "frozen" : "thawed",
          "all",
          List.of(),
          actor,
          text + (why.isEmpty() ? "" : ": " + why));
    }

    static ActionEvent maintenance(Maintenance one, boolean begins, String actor, Instant at) {
      return new ActionEvent(
          Kind.MAINTENANCE,
          begins ? "begun" : "ended",
          one.target().text(),
          List.of(one.target().device()),
          actor,
          begins ? one.text() : one.target() + " is not in maintenance any more since " + at);
    }

    /** Something about a device as a whole, or a host on the way to one. */
    static ActionEvent device(String name, String change, String actor, String message) {
      return new ActionEvent(
          Kind.DEVICE, change, name, EventData.device(name).stream().toList(), actor, message);
    }

    /** Something about who may ask the daemon; what only an admin may know is in the audit. */
    static ActionEvent access(String change, String subject, String actor, String message) {
      return new ActionEvent(Kind.ACCESS, change, subject, List.of(), actor, message);
    }
  }
}
