package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A verbs call that failed, as NCCL, UCX or NVSHMEM report it.
 *
 * @param name of the call in the message: {@code ibv_reg_mr_iova2}
 * @param errno empty where the message has none, or one that is not known
 * @param other an error that is none of {@link Errno}, in the words of the message; else empty
 */
record FailedCall(VerbsCall call, String name, Optional<Errno> errno, String other) {
  private static final Pattern FAILED =
      Pattern.compile(
          "failed|returned -?\\d|Unable to|Error in|error modifying|[Cc]annot"
              + " (?:allocate|register|create) ");

  /** A library that lacks a function is older than NCCL, which goes on without it. */
  private static final Pattern SYMBOL = Pattern.compile("dlv?sym|missing symbol|skipped");

  private static final Pattern WORDS =
      Pattern.compile("failed with error ([A-Z][^,]*)|failed ?: ([A-Z][^,.:]*)");

  /** Empty for a message of another kind, and for a work request that completed with an error. */
  static Optional<FailedCall> of(String message) {
    if (!FAILED.matcher(message).find() || SYMBOL.matcher(message).find()) {
      return Optional.empty();
    }
    Optional<Errno> errno = Errno.of(message);
    return VerbsCall.of(message)
        .map(call ->
            new FailedCall(
                call, call.in(message), errno, errno.isPresent() ? "" : unknown(message)));
  }

  /** An error that is none of those known; empty where the message shows none at all. */
  private static String unknown(String message) {
    Optional<Integer> number = Errno.number(message);
    if (number.isPresent()) {
      return number.get() > 0 ? "errno " + number.get() : "";
    }
    Matcher words = WORDS.matcher(message);
    return words.find() ? LogMessages.firstGroup(words).orElse("").strip() : "";
  }

  /** {@code ibv_reg_mr ENOMEM (Cannot allocate memory)}. */
  String title() {
    return (name + " " + errno.map(Errno::shown).orElse(other)).strip();
  }

  /** What drivers and field reports name as causes; several where several exist, never a guess. */
  String advice() {
    List<String> causes = other.isEmpty() ? VerbsCauses.of(call, errno) : List.of();
    if (causes.isEmpty()) {
      return errno.isEmpty() && other.isEmpty()
          ? name + ": the log has no error number for it; look at dmesg of this host"
          : title() + ": no cause of it is known here; look at dmesg of this host";
    }
    List<String> texts = new ArrayList<>();
    for (int n = 0; n < causes.size(); n++) {
      texts.add(causes.size() == 1 ? causes.get(n) : "(" + (n + 1) + ") " + causes.get(n));
    }
    return title()
        + (causes.size() == 1 ? ", possible cause: " : ", possible causes: ")
        + String.join("; ", texts);
  }
}
