package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.math.BigInteger;

/** Limits of the process that asks, which jobs that it starts inherit. */
final class LimitRules {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^Max locked memory\\s+(unlimited|\\d+)\\s+(unlimited|\\d+)");
  private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d{1,15}) kB$");
  private static final Pattern EFFECTIVE = Pattern.compile("(?m)^CapEff:\\s*([0-9a-f]{16})$");
  private static final Pattern BOUNDING = Pattern.compile("(?m)^CapBnd:\\s*([0-9a-f]{16})$");

  /** Numbers of capabilities, include/uapi/linux/capability.h. */
  private static final int IPC_LOCK = 14;

  private static final int SYS_ADMIN = 21;

  private LimitRules() {}

  /**
   * Root may lock without a limit, and what it starts as another user may not. So CAP_IPC_LOCK
   * counts where it was given by itself, as a pod has it, and where the root is a container's.
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
    String value = kibibytes(limit.group(1));
    if (isAllMemory(limit.group(1), facts)) {
      return new Ok(value + ", which is as much as this host has");
    }
    if (has(facts, EFFECTIVE, IPC_LOCK) && isTheJobs(facts)) {
      return isFirstNamespace(facts)
          ? new Ok(value + ", which CAP_IPC_LOCK lifts")
          : low(
              value + "; CAP_IPC_LOCK of this user namespace does not count",
              "raise the limit before the container starts: LimitMEMLOCK of user@.service, or"
                  + " memlock in /etc/security/limits.d; a rootless runtime cannot");
    }
    return has(facts, BOUNDING, IPC_LOCK) && isInContainer(facts)
        ? low(
            value,
            "CAP_IPC_LOCK of this container has no effect, as its process is not root: run it as"
                + " root, or LimitMEMLOCK=infinity in the unit of containerd")
        : low(
            value,
            "LimitMEMLOCK=infinity in the unit of slurmd or containerd, with"
                + " PropagateResourceLimitsExcept=MEMLOCK in slurm.conf; CAP_IPC_LOCK for a pod"
                + " that runs as root; memlock in /etc/security/limits.d for logins");
  }

  private static boolean isAllMemory(String bytes, HostFacts facts) {
    Matcher total = TOTAL.matcher(facts.text("proc/meminfo").orElse(""));
    return total.find()
        && new BigInteger(bytes).shiftRight(10).compareTo(new BigInteger(total.group(1))) >= 0;
  }

  private static Answer low(String value, String advice) {
    return new Not(
        value,
        "unlimited",
        advice,
        "Linux drivers/infiniband/core/umem.c: registered memory counts against RLIMIT_MEMLOCK,"
            + " but for CAP_IPC_LOCK of the first user namespace");
  }

  /** Root of a host starts jobs of other users; root of a container is the job. */
  private static boolean isTheJobs(HostFacts facts) {
    return !has(facts, EFFECTIVE, SYS_ADMIN) || isInContainer(facts);
  }

  /** Signs of docker, podman, the kubelet, and of a cgroup namespace. */
  private static boolean isInContainer(HostFacts facts) {
    return facts.asker().variables().containsKey("KUBERNETES_SERVICE_HOST")
        || facts.asker().variables().containsKey("container")
        || facts.files().exists(".dockerenv")
        || facts.files().exists("run/.containerenv")
        || facts.text("proc/1/cgroup").filter("0::/"::equals).isPresent()
        || !has(facts, BOUNDING, SYS_ADMIN);
  }

  /** The kernel asks for the capability in the first one, whose map is the identity. */
  private static boolean isFirstNamespace(HostFacts facts) {
    return facts
        .text("proc/self/uid_map")
        .map(map -> Pattern.matches("\\s*0\\s+0\\s+4294967295\\s*", map))
        .orElse(true);
  }

  /** A process that says nothing of its bounds is one of the host. */
  private static boolean has(HostFacts facts, Pattern set, int capability) {
    Matcher bits = set.matcher(facts.text("proc/self/status").orElse(""));
    return bits.find()
        ? (Long.parseUnsignedLong(bits.group(1), 16) >>> capability & 1) == 1
        : set == BOUNDING;
  }

  private static String kibibytes(String bytes) {
    return bytes.length() > 3 && bytes.length() < 19
        ? Long.parseLong(bytes) / 1024 + " KiB"
        : bytes + " bytes";
  }
}
