package dev.losslessd.jobs;

import static java.util.Objects.requireNonNullElse;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Optional;

/**
 * A work request that the NIC completed with an error.
 *
 * @param at the message
 * @param peer address of the other end's bootstrap; empty before 2.10, and of UCX and NVSHMEM
 * @param status number of {@code ibv_wc_status}
 * @param vendorError the NIC's own number
 * @param request {@code Send} or {@code Recv}; empty where it is not told
 * @param localGid eight groups of hex digits; empty where it is not told
 * @param hca {@code mlx5_0}, since 2.22; empty before
 */
record Completion(
    LogRecord at,
    String peer,
    int status,
    long vendorError,
    String request,
    String localGid,
    String remoteGid,
    String hca) {
  private static final Pattern BEGIN =
      Pattern.compile(
          "Got completion(?:\\s*from peer\\s*(.*?))?\\s*with\\s*"
              + "(?:error\\s*(\\d{1,4})|status=\\s*(?:IBV_\\w+\\()?(\\d{1,4}))");

  private static final Pattern VENDOR = Pattern.compile("vendor[ _]err[ =]\\s*(\\d{1,10})");

  private static final Pattern REQUEST =
      Pattern.compile("(?:\\(|req_type=)(Send|Recv|Flush|Unused|[A-Z]\\w+)");

  private static final Pattern LOCAL = Pattern.compile("localGid\\s*([0-9A-Fa-f:.]+)");

  private static final Pattern REMOTE = Pattern.compile("remoteGids?\\s*?([0-9A-Fa-f:.]+)");

  private static final Pattern DEVICE = Pattern.compile("\\bhca\\s*(\\S+)");

  /** Empty for another message, or where the number of the status is cut off. */
  static Optional<Completion> of(LogRecord record) {
    String text = record.message();
    Matcher begin = BEGIN.matcher(text);
    if (!begin.find()) {
      return UcxLine.completion(record).or(() -> NvshmemLine.completion(record));
    }
    String number = begin.group(2) == null ? begin.group(3) : begin.group(2);
    Matcher vendor = VENDOR.matcher(text);
    return Optional.of(
        new Completion(
            record,
            requireNonNullElse(begin.group(1), ""),
            Integer.parseInt(number),
            vendor.find() ? Long.parseLong(vendor.group(1)) : -1,
            first(REQUEST, text.substring(begin.end())),
            GidText.ofAddress(first(LOCAL, text)).orElse(""),
            GidText.ofAddress(first(REMOTE, text)).orElse(""),
            first(DEVICE, text)));
  }

  /** Address of the peer without its port: {@code 10.0.0.2<36315>}. */
  String peerAddress() {
    int port = peer.indexOf('<');
    return port < 0 ? peer : peer.substring(0, port);
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? found.group(1) : "";
  }
}
