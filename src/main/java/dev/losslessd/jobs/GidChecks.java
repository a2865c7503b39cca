package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** GIDs and MTU of a job: of its queue pairs, and of those that failed. */
record GidChecks(SeenSettings settings, SeenErrors errors) {
  private static final String GID = "gid";

  /** {@code enum ibv_mtu} to bytes. */
  private static final Map<String, Integer> MTUS =
      Map.of("1", 256, "2", 512, "3", 1024, "4", 2048, "5", 4096);

  private static final int MOST_SHOWN = 8;

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    Set<String> failed = failed();
    if (!settings.gids().isEmpty() || !failed.isEmpty()) {
      checks.add(gids(failed));
    }
    if (!settings.mtus().isEmpty()) {
      checks.add(mtu());
    }
    return checks;
  }

  /** NCCL prints GIDs of an error on Ethernet only. */
  private Set<String> failed() {
    Set<String> wrong = new LinkedHashSet<>();
    for (Completion one : errors.completions()) {
      judge("local GID", one.localGid(), wrong);
      judge("remote GID", one.remoteGid(), wrong);
    }
    for (Matcher one : errors.failedQueuePairs()) {
      if (one.group(7) != null) {
        judge("local GID", GidText.ofAddress(one.group(7)).orElse(""), wrong);
        judge("remote GID", GidText.ofAddress(one.group(8)).orElse(""), wrong);
      }
    }
    return wrong;
  }

  private static void judge(String what, String gid, Set<String> wrong) {
    if (!gid.isEmpty() && GidText.isEmpty(gid)) {
      wrong.add(what + " of a failed connection is empty");
    } else if (GidText.isLinkLocal(gid)) {
      wrong.add(what + " of a failed connection is " + gid + ", IPv6 link-local");
    }
  }

  private Check gids(Set<String> failed) {
    List<String> wrong = new ArrayList<>(failed);
    for (String one : settings.gids().names()) {
      String index = one.substring(0, one.indexOf(' '));
      String gid = one.substring(one.indexOf(' ') + 1);
      if (GidText.isEmpty(gid)) {
        wrong.add("slot " + index + " is empty");
      } else if (GidText.isLinkLocal(gid)) {
        wrong.add("slot " + index + " is " + gid + ", IPv6 link-local, which no router forwards");
      }
    }
    return wrong.isEmpty()
        ? Check.ok(GID, settings.gids().names().size() + " GIDs in use, each with an address")
        : Check.finding(
            GID,
            Some.texts(wrong, MOST_SHOWN),
            "unset NCCL_IB_GID_INDEX with NCCL since 2.21 (in pods since 2.26), else set the RoCE"
                + " v2 slot of an IPv4 address (losslessd discover)");
  }

  private Check mtu() {
    List<Integer> bytes =
        settings.mtus().names().stream().map(name -> MTUS.getOrDefault(name, 0)).sorted().toList();
    if (bytes.getFirst() == 0) {
      return Check.unknown("mtu", "active MTU " + settings.mtus().text() + " is none of verbs", "");
    }
    return bytes.getFirst() >= 4096
        ? Check.ok("mtu", "active MTU 4096")
        : Check.finding(
            "mtu",
            "active MTU " + bytes.getFirst() + " bytes",
            "raise the MTU of NICs and switches (9000 and 9216): verbs then take 4096");
  }
}
