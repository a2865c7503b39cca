package dev.losslessd.transport;

/** Linux error numbers by name, for messages and for the few that decide something. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int EAGAIN = 11;
  public static final int EACCES = 13;
  public static final int ENODEV = 19;
  public static final int EINVAL = 22;
  public static final int EPROTONOSUPPORT = 93;
  public static final int EOPNOTSUPP = 95;
  public static final int EAFNOSUPPORT = 97;
  public static final int ENETDOWN = 100;
  public static final int ENOBUFS = 105;

  private Errno() {}

  /** Returns name and number, {@code EOPNOTSUPP (95)}; {@code errno 5} where no name is known. */
  public static String text(int errno) {
    String name = name(errno);
    return name.isEmpty() ? "errno " + errno : name + " (" + errno + ")";
  }

  private static String name(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case ESRCH -> "ESRCH";
      case EINTR -> "EINTR";
      case EIO -> "EIO";
      case ENXIO -> "ENXIO";
      case EAGAIN -> "EAGAIN";
      case 12 -> "ENOMEM";
      case EACCES -> "EACCES";
      case 16 -> "EBUSY";
      case 17 -> "EEXIST";
      case ENODEV -> "ENODEV";
      case EINVAL -> "EINVAL";
      case 30 -> "EROFS";
      case 34 -> "ERANGE";
      case EPROTONOSUPPORT -> "EPROTONOSUPPORT";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      case EAFNOSUPPORT -> "EAFNOSUPPORT";
      case ENETDOWN -> "ENETDOWN";
      case ENOBUFS -> "ENOBUFS";
      case 110 -> "ETIMEDOUT";
      case 111 -> "ECONNREFUSED";
      default -> "";
    };
  }

  /** The kind of failure that an errno means for a request to a device. */
  public static TransportException refused(int errno, String what) {
    TransportException.Kind kind =
        errno == ENODEV || errno == ENXIO
            ? TransportException.Kind.GONE
            : TransportException.Kind.REFUSED;
    return new TransportException(kind, errno, what + ": " + text(errno));
  }
}
