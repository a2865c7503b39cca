package dev.losslessd.jobs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variables of a file that NCCL takes for those that its environment lacks (NVIDIA/nccl
 * src/misc/param.cc, initEnvFunc): {@code NCCL_CONF_FILE}, since 2.23, else {@code ~/.nccl.conf};
 * and then {@code /etc/nccl.conf}. The first that sets a variable wins. RCCL has the same with
 * {@code rccl.conf} (rocm.docs.amd.com, RCCL environment variables).
 */
public final class ConfFile {
  /** Files of the whole host, which root owns. */
  public static final List<String> OF_HOST = List.of("etc/nccl.conf", "etc/rccl.conf");

  /** In the home folder of a user. */
  public static final List<String> OF_USER = List.of(".nccl.conf", ".rccl.conf");

  /** Variable that names a file in place of the user's. */
  public static final String NAMED_BY = "NCCL_CONF_FILE";

  private ConfFile() {}

  /** As NCCL reads it: no blanks are taken away, and of two lines the first counts. */
  public static Map<String, String> parse(String text) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#") && EnvCheck.isOurs(line.substring(0, equals))) {
        all.putIfAbsent(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return all;
  }
}
