package dev.losslessd.jobs;

import static java.util.Objects.requireNonNullElse;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/** Shapes of those messages of NCCL that tell of the network; see src/docs/how-to/nccl-log.md. */
final class LogMessages {
  /** {@code 2.8 .. 2.30}; RCCL prints the same with its own name. */
  static final Pattern VERSION =
      Pattern.compile("([NR]CCL) version ?:? ?(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?");

  /** Devices of a process; a merged one is in braces, SHARP's plug-in adds its name. */
  static final Pattern USING_IB =
      Pattern.compile(
          "^NET/[^:]{2,20}? ?: ?Using\\s*(.*?)(?:\\[RO\\])?\\s*(?:;\\s*OOB\\s*(\\S*).*)?$");

  static final Pattern HCA =
      Pattern.compile("\\[(\\d{1,6})\\]\\s*([\\w.-]+):(\\d{1,6})(?:::?\\d+){0,2}/(IB|RoCE)");

  /** NICs that NCCL 2.20 to 2.23 takes as one. */
  static final Pattern MERGED = Pattern.compile("\\[(\\d{1,6})\\]=\\{([^}]*)\\}");

  static final Pattern USING_SOCKET = Pattern.compile("^NET/Socket ?: ?Using\\s*(\\[\\d+\\].*)");

  static final Pattern BOOTSTRAP = Pattern.compile("^Bootstrap ?: ?Using\\s*(?:\\[\\d+\\])?(\\S+)");

  static final Pattern INTERFACE = Pattern.compile("([^\\s:\\]]+):(\\S+?)<\\d+>");

  static final Pattern NO_DEVICE = Pattern.compile("^NET/\\S+ ?: ?No device found");

  static final Pattern NOT_OPENED = Pattern.compile("^NET/\\S+ ?: ?Unable to open device (\\S+)");

  static final Pattern NO_LIBRARY = Pattern.compile("^Failed to open libibverbs");

  /** What people and collectors write behind the name is not of it. */
  static final Pattern NETWORK =
      Pattern.compile("^Using network\\s+([\\w.-]+(?: [\\w.-]+){0,3})(?:\\W.*)?$");

  /** NCCL ends with this: no network of that name, or none at all. */
  static final Pattern NO_NETWORK =
      Pattern.compile("^Error: network (.*?) not found|^Failed to initialize any NET plugin");

  static final Pattern PLUGIN_FAILED = Pattern.compile("^Failed to initialize NET plugin (.+)");

  static final Pattern PLUGIN =
      Pattern.compile(
          "^NET/Plugin ?: ?Loaded net plugin (.+?)(?: \\(v\\d+\\))?$|^P2P plugin(?: v\\d+)? (\\S+)"
              + "|^NET/(OFI) Selected [Pp]rovider is ([\\w;.-]+)"
              + "|^Successfully loaded external (?:network )?plugin (\\S+)");

  /** {@code Channel 00/0 : 3[3] -> 12[4] [send] via NET/IB/3(1)/GDRDMA(PCI)/Shared}. */
  static final Pattern NET_CHANNEL =
      Pattern.compile(
          "^(?:Channel|Ring) (\\d{1,6})(?:/\\d+)? :"
              + " ?(\\d{1,6})\\s*(?:\\[[^\\]]*\\])?\\s*->\\s*(\\d{1,6})"
              + "\\s*(?:\\[[0-9a-f]*\\])?\\s*\\[(send|receive)\\]\\s*via\\s*NET/(.+?)/(\\d{1,6})"
              + "(?:\\(\\d+\\))?(/GDRDMA)?(\\(PCI\\))?(?:/Shared)?(?![/\\w(])");

  /** What a channel over a network ends with; the device's number before it may be torn too. */
  private static final Pattern CHANNEL_END =
      Pattern.compile("^\\d*(?:\\(\\d+\\))?(?:/GDRDMA|/Shared|\\(PCI\\))\\S*$");

  private static final Pattern BARE_CHANNEL =
      Pattern.compile("via NET/.+/\\d+(?:\\(\\d+\\))?(?:/GDRDMA)?$");

  /** A queue pair whose GID or LID is not there yet. */
  private static final Pattern OPEN_QUEUE_PAIR =
      Pattern.compile("^NET/\\S+ ?: .*Port \\d+ qp(?:n|_num) \\d+ mtu \\d");

  static final Pattern LOCAL_CHANNEL =
      Pattern.compile("^(?:Channel|Ring) \\d+(?:/\\d+)? : .*\\bvia\\s*(P2P|SHM|direct shared)");

  static final Pattern RING_CHANNELS =
      Pattern.compile("^Channel (\\d{1,6})/(\\d{1,6}) :(?:\\s+\\d+)+");

  static final Pattern RANK =
      Pattern.compile("\\brank (\\d{1,6}) n[rR]anks (\\d{1,6})(?: nNodes (\\d{1,6}))?");

  /** Absent GPUDirect: of an HCA, or of a pair of GPU and HCA that are too far apart. */
  static final Pattern GDR_OFF =
      Pattern.compile(
          "GPU Direct RDMA Disabled for (?:HCA (\\d{1,6}) '([^']*)'(?: \\((.*)\\))?"
              + "|GPU\\S* ?.*?\\(distance (\\d{1,6}) >=? (\\d{1,6})\\))");

  /** A queue pair of RoCE: active MTU as verbs count it, GID slot, both halves of the GID. */
  static final Pattern QUEUE_PAIR =
      Pattern.compile(
          "^NET/\\S+ ?: .*?Dev (\\d{1,6}) Port (\\d{1,6}) qp(?:n|_num) \\d+ mtu (\\d{1,6})"
              + ".*? GID (-?\\d+) \\(([0-9A-Fa-f]+)/([0-9A-Fa-f]+)\\)");

  static final Pattern OVERRIDE =
      Pattern.compile("^((?:NCCL|RCCL|UCX)_[A-Z0-9_]+) set (?:by environment )?to\\s*(.+?)\\.?$");

  static final Pattern INVALID_VALUE =
      Pattern.compile("^Invalid value (\\S*) for ([A-Z_0-9]+), using default");

  static final Pattern MODIFY_QP =
      Pattern.compile(
          "^Call to ibv_modify_qp failed with (?:error )?(?:(\\d{1,6}) )?(.*?)(?: errno"
              + " (\\d{1,6}))?(?:, on dev (\\S+?):(\\d{1,6}), .*?local GID index (-?\\d+), local"
              + " GID (\\S+), remote GID (\\S+))?$");

  static final Pattern ASYNC =
      Pattern.compile(
          "^NET/[^:]+?: ?(?:(\\S+?):(\\d{1,6}) )?(?:(?:Got )?(?:non-fatal )?async (?:error |fatal"
              + " )?event(?: on [^:]*)? ?: ?(.*?)(?:\\(\\d+\\))?|(GID table changed))$");

  /** The same of UCX: src/uct/ib/base/ib_device.c. */
  private static final Pattern UCX_ASYNC =
      Pattern.compile("^IB Async event on (\\S+): (.+?)(?: on port (\\d{1,6}))?$");

  private static final Pattern COMPLETION_END = Pattern.compile("vendor[ _]err[ =]\\s*\\d+");

  private static final Pattern OPEN_CHANNEL =
      Pattern.compile("^(?:Channel|Ring) \\d+(?:/\\d*)?(?: :?.*->.*)?$");

  private static final Pattern VIA = Pattern.compile("via\\s*(?:P2P|SHM|direct|NET/.+?/\\d)");

  /** Beginnings of messages that matter; less of one is the work of a broken line. */
  private static final List<String> STARTS =
      List.of(
          "NET/IB : Using [",
          "NET/IB : Got completion",
          "NET/IB: Got completion",
          "NET/Socket : Using [",
          "Using network ",
          "Channel 00",
          "Call to ibv_modify_qp failed",
          "GPU Direct RDMA ",
          "Connected all ");

  private static final int LONGEST_START = 32;

  private LogMessages() {}

  /** Whether a message that NCCL would end otherwise ends too early. */
  static boolean isUnfinished(String message) {
    if (message.length() < LONGEST_START
        && STARTS.stream().anyMatch(start -> start.startsWith(message))) {
      return true;
    }
    if (message.startsWith("NET/") && message.contains(": Using [")) {
      return !message.endsWith(">") || (!message.startsWith("NET/Socket") && !oob(message));
    }
    if (message.contains("Got completion")) {
      return isUnfinishedCompletion(message);
    }
    if (message.startsWith("Call to ibv_modify_qp")) {
      return message.contains(", on dev")
          ? !MODIFY_QP.matcher(message).find() || !message.contains("remote GID ")
          : message.endsWith("with") || message.endsWith("error") || message.endsWith("errno");
    }
    if (message.contains(" mtu ") && OPEN_QUEUE_PAIR.matcher(message).find()) {
      return !message.contains(" LID ") && !QUEUE_PAIR.matcher(message).find();
    }
    return message.startsWith("C")
        && OPEN_CHANNEL.matcher(message).find()
        && !VIA.matcher(message).find();
  }

  /** Whether a channel's message is whole as it stands, and may yet have lost its end. */
  static boolean isBareChannel(String message) {
    return message.startsWith("C") && BARE_CHANNEL.matcher(message).find();
  }

  /** Whether a text is the end of a channel's message that another rank has cut off. */
  static boolean isChannelEnd(String text) {
    return CHANNEL_END.matcher(text.strip()).find();
  }

  private static boolean oob(String message) {
    return message.contains("OOB") && USING_IB.matcher(message).find();
  }

  private static boolean isUnfinishedCompletion(String message) {
    boolean request = message.contains("(") == message.contains(")");
    boolean gids =
        !message.contains("localGid")
            || (message.contains("remoteGid") && !message.endsWith("remoteGids"));
    return !COMPLETION_END.matcher(message).find() || !request || !gids || message.endsWith("hca");
  }

  /** What a NIC told by itself; empty for another message. */
  static Optional<NicEvent> event(String message) {
    Matcher event = ASYNC.matcher(message);
    if (!event.find()) {
      Matcher ucx = UCX_ASYNC.matcher(message);
      return ucx.find()
          ? Optional.of(
              new NicEvent(
                  ucx.group(1) + ":" + requireNonNullElse(ucx.group(3), "1"), ucx.group(2)))
          : Optional.empty();
    }
    String device = event.group(1) == null ? "" : event.group(1) + ":" + event.group(2);
    String text = requireNonNullElse(event.group(3), requireNonNullElse(event.group(4), ""));
    return Optional.of(new NicEvent(device, text.strip()));
  }

  /** The first group that took part. */
  static Optional<String> firstGroup(Matcher matcher) {
    for (int n = 1; n <= matcher.groupCount(); n++) {
      String text = matcher.group(n);
      if (text != null) {
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }
}
