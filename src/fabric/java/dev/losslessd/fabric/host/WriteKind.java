package dev.losslessd.fabric.host;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A writable setting of a NIC, as faults and the write log name it. */
public enum WriteKind {
  ETS,
  MAXRATE,
  PFC,
  BUFFER,
  APP,
  DCBX,
  PAUSE,
  DCQCN,
  TOS,
  MTU,
  ALL;

  /**
   * @throws IllegalArgumentException naming the known ones
   */
  public static WriteKind named(String name) {
    return Arrays.stream(values())
        .filter(setting -> setting.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "kind '%s': expected one of %s"
                    .formatted(
                        name,
                        Arrays.stream(values())
                            .map(WriteKind::toString)
                            .collect(Collectors.joining(" ")))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
