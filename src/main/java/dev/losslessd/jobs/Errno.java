package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * Error numbers of Linux that verbs calls return (include/uapi/asm-generic/errno.h), with the words
 * of glibc's {@code strerror}, which is all that many messages show.
 */
enum Errno {
  EPERM(1, "Operation not permitted"),
  ENOENT(2, "No such file or directory"),
  EINTR(4, "Interrupted system call"),
  EIO(5, "Input/output error"),
  ENXIO(6, "No such device or address"),
  E2BIG(7, "Argument list too long"),
  EBADF(9, "Bad file descriptor"),
  EAGAIN(11, "Resource temporarily unavailable"),
  ENOMEM(12, "Cannot allocate memory"),
  EACCES(13, "Permission denied"),
  EFAULT(14, "Bad address"),
  EBUSY(16, "Device or resource busy"),
  EEXIST(17, "File exists"),
  ENODEV(19, "No such device"),
  EINVAL(22, "Invalid argument"),
  ENFILE(23, "Too many open files in system"),
  EMFILE(24, "Too many open files"),
  ENOSPC(28, "No space left on device"),
  EPIPE(32, "Broken pipe"),
  ERANGE(34, "Numerical result out of range"),
  EDEADLK(35, "Resource deadlock avoided"),
  ENOSYS(38, "Function not implemented"),
  ENODATA(61, "No data available"),
  EPROTO(71, "Protocol error"),
  EBADMSG(74, "Bad message"),
  EOVERFLOW(75, "Value too large for defined data type"),
  EMSGSIZE(90, "Message too long"),
  EPROTONOSUPPORT(93, "Protocol not supported"),
  EOPNOTSUPP(95, "Operation not supported"),
  EAFNOSUPPORT(97, "Address family not supported by protocol"),
  EADDRINUSE(98, "Address already in use"),
  EADDRNOTAVAIL(99, "Cannot assign requested address"),
  ENETDOWN(100, "Network is down"),
  ENETUNREACH(101, "Network is unreachable"),
  ECONNRESET(104, "Connection reset by peer"),
  ENOBUFS(105, "No buffer space available"),
  ENOTCONN(107, "Transport endpoint is not connected"),
  ETIMEDOUT(110, "Connection timed out"),
  ECONNREFUSED(111, "Connection refused"),
  EHOSTDOWN(112, "Host is down"),
  EHOSTUNREACH(113, "No route to host"),
  EINPROGRESS(115, "Operation now in progress"),
  EREMOTEIO(121, "Remote I/O error"),
  ECANCELED(125, "Operation canceled"),
  /** A number inside the kernel (include/linux/errno.h), which some drivers return. */
  ENOTSUPP(524, "Unknown error 524");

  /** The number in messages of NCCL, UCX and NVSHMEM; it may be negative. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "\\berrno (-?\\d{1,6})|failed with (?:error )?(\\d{1,6}) |returned (-?\\d{1,6})"
              + "|(?:non-zero|error) status: (-?\\d{1,6})|\\berror=(\\d{1,6})");

  private final int number;
  private final String text;

  Errno(int number, String text) {
    this.number = number;
    this.text = text;
  }

  /** That of a number; empty for one that no verbs call is known to return. */
  static Optional<Errno> of(int number) {
    return Arrays.stream(values()).filter(one -> one.number == number).findFirst();
  }

  /** That of a message, by its number, else by its words. */
  static Optional<Errno> of(String message) {
    return number(message).flatMap(Errno::of).or(() -> ofText(message));
  }

  /** The number in a message; negative where a call returned -1 and no error number. */
  static Optional<Integer> number(String message) {
    Matcher number = NUMBER.matcher(message);
    return number.find() ? LogMessages.firstGroup(number).map(Integer::valueOf) : Optional.empty();
  }

  private static Optional<Errno> ofText(String message) {
    return Arrays.stream(values())
        .filter(one -> message.contains(one.text))
        .max(Comparator.comparingInt(one -> one.text.length()));
  }

  /** {@code ENOMEM (Cannot allocate memory)}. */
  String shown() {
    return name() + " (" + text + ")";
  }
}
