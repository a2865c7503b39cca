package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Optional;

/** Limits of the process that asks, which jobs that it starts inherit. */
final class LimitRules {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^Max locked memory\\s+(unlimited|\\d+)\\s+(unlimited|\\d+)");
  private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]{16})$");

  /** Numbers of capabilities, include/uapi/linux/capability.h. */
  private static final int IPC_LOCK = 14;

  private static final int SYS_ADMIN = 21;

  private LimitRules() {}

  /**
   * Root may lock without a limit, and what it starts as another user may not. So CAP_IPC_LOCK
   * counts where it was given by itself, as a pod has it.
   */
  static Answer memlock(HostFacts facts) {
    if (!facts.asker().isJob()) {
      return new Unknown(Asker.NOT_HERE);
    }
    Matcher limit = LIMIT.matcher(facts.text("proc/self/limits").orElse(""));
    if (!limit.find()) {
      return new Unknown("/proc/self/limits does not tell 'Max locked memory'");
    }
    if (limit.group(1).equals("unlimited")) {
      return new Ok("unlimited");
    }
    if (holds(facts, IPC_LOCK) && !holds(facts, SYS_ADMIN)) {
      return new Ok(kibibytes(limit.group(1)) + ", which CAP_IPC_LOCK lifts");
    }
    return new Not(
        kibibytes(limit.group(1)),
        "unlimited",
        "LimitMEMLOCK=infinity in the unit of slurmd or containerd, with"
            + " PropagateResourceLimitsExcept=MEMLOCK in slurm.conf; CAP_IPC_LOCK for a pod;"
            + " memlock in /etc/security/limits.d for logins",
        "Linux drivers/infiniband/core/umem.c: registered memory counts against RLIMIT_MEMLOCK");
  }

  private static boolean holds(HostFacts facts, int capability) {
    Matcher effective = CAPABILITIES.matcher(facts.text("proc/self/status").orElse(""));
    Optional<String> bits = effective.find() ? Optional.of(effective.group(1)) : Optional.empty();
    return bits.map(hex -> (Long.parseUnsignedLong(hex, 16) >>> capability & 1) == 1).orElse(false);
  }

  private static String kibibytes(String bytes) {
    return bytes.length() > 3 && bytes.length() < 19
        ? Long.parseLong(bytes) / 1024 + " KiB"
        : bytes + " bytes";
  }
}
