package dev.losslessd.fabric.host;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The errors that these drivers give, with Linux's numbers on x86-64 and arm64. */
public enum Errno {
  EPERM(1),
  ENOENT(2),
  EIO(5),
  EAGAIN(11),
  ENOMEM(12),
  EFAULT(14),
  EBUSY(16),
  EEXIST(17),
  ENODEV(19),
  EINVAL(22),
  ERANGE(34),
  EOPNOTSUPP(95),
  ETIMEDOUT(110),
  /** Kernel-internal error; only its low byte arrives in an answer. */
  ENOTSUPP(524);

  private final int number;

  Errno(int number) {
    this.number = number;
  }

  /** Negative number, as the kernel returns it. */
  public int negative() {
    return -number;
  }

  /**
   * @throws IllegalArgumentException naming the known ones
   */
  public static Errno named(String name) {
    return Arrays.stream(values())
        .filter(errno -> errno.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "errno '%s': expected one of %s"
                    .formatted(
                        name,
                        Arrays.stream(values())
                            .map(Errno::name)
                            .collect(Collectors.joining(" ")))));
  }
}
