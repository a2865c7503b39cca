package dev.losslessd.jobs;

import java.util.Arrays;
import java.util.List;

/**
 * NCCL's lists of interfaces and devices: prefixes, exact names behind {@code =}, all others behind
 * {@code ^}; blanks belong to a name (src/misc/utils.cc, parseStringList and matchIfList).
 *
 * @param names with their ports: {@code mlx5_0:1}
 */
record NameFilter(boolean not, boolean exact, List<String> names) {
  static final String BLANK = "blanks belong to a name here, so that it fits nothing";

  NameFilter {
    names = List.copyOf(names);
  }

  static NameFilter of(String value) {
    boolean not = value.startsWith("^");
    String rest = not ? value.substring(1) : value;
    boolean exact = rest.startsWith("=");
    String list = exact ? rest.substring(1) : rest;
    return new NameFilter(
        not, exact, Arrays.stream(list.split(",")).filter(one -> !one.isEmpty()).toList());
  }

  boolean hasBlank() {
    return names.stream().anyMatch(one -> one.chars().anyMatch(Character::isWhitespace));
  }

  /** Whether a name is taken, where it has no port. */
  boolean takes(String name) {
    return names.stream().anyMatch(one -> fits(one, name)) != not;
  }

  /** Whether a device is named, the exclusion left aside. */
  boolean names(JobPort port) {
    return names.stream().anyMatch(one -> names(one, port));
  }

  boolean names(String one, JobPort port) {
    String[] parts = one.split(":", -1);
    boolean anyPort = parts.length < 2 || parts[1].isEmpty();
    return fits(parts[0], port.hca())
        && (anyPort || parts[1].equals(String.valueOf(port.hcaPort())));
  }

  private boolean fits(String one, String name) {
    return exact ? name.equals(one) : name.startsWith(one);
  }
}
