package dev.losslessd.transport.ssh;

import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kept session with a device: logged in once, used for many commands, one at a time. The shell
 * begins with the first {@link #run}; a device that is driven by {@link #runExec} alone never opens
 * one. After a failure in the shell the session is over: whether to connect again is the caller's
 * decision, since only the caller knows what a half-done command means.
 */
public final class SshSession implements AutoCloseable {
  private final SshTarget target;
  private final WriteGate gate;
  private final LongSupplier ticks;
  private final Runnable admission;
  private final DeviceInput input;
  private final SshConnection sshConnection;
  private final ReentrantLock turn = new ReentrantLock();
  private volatile @Nullable Shell shell;
  private @Nullable Dialogue dialogue;

  private SshSession(
      SshTarget target,
      WriteGate gate,
      LongSupplier ticks,
      Runnable admission,
      SshConnection sshConnection) {
    this.target = target;
    this.gate = gate;
    this.ticks = ticks;
    this.admission = admission;
    this.input = sshConnection.input();
    this.sshConnection = sshConnection;
  }

  /**
   * Connects, checks the host key, logs in.
   *
   * @param gate asked before every command that may change the device
   * @param ticks monotonic nanoseconds
   * @throws TransportException TIMEOUT, GONE, HOST_KEY, AUTH, REFUSED (no common algorithm) or
   *     GARBLED (no SSH server)
   */
  public static SshSession open(SshTarget target, WriteGate gate, LongSupplier ticks) {
    return open(target, gate, ticks, () -> {}, DeviceInput.alone(ticks));
  }

  /**
   * Opens a session that asks before each command and that limits what the device may send.
   *
   * @param admission called before each command, also of later sessions with the device; returns
   *     when one more may be sent
   * @param input what the device may send, and whether it is to be left alone
   */
  public static SshSession open(
      SshTarget target, WriteGate gate, LongSupplier ticks, Runnable admission, DeviceInput input) {
    return judged(
        input,
        () -> {
          input.backoff().pass(target.label());
          return new SshSession(
              target, gate, ticks, admission, SshConnection.open(target, input, ticks));
        });
  }

  /** Garbage, and more than there may be, is not asked for again soon. */
  private static <T> T judged(DeviceInput input, Supplier<T> work) {
    try {
      return input.answers().noting(work);
    } catch (TransportException e) {
      if (e.kind() == Kind.GARBLED && input.backoff().reason().isEmpty()) {
        input.backoff().failed(e.getMessage());
      }
      throw e;
    }
  }

  /**
   * Sends one line to the device's shell and waits for the prompt.
   *
   * @return the whole output, lines joined by newline, without echo, prompt, pager and escape
   *     sequences
   * @throws TransportException nothing is returned of an output that is cut; {@link
   *     TransportException#nothingSent()} tells whether the device may have acted
   */
  public String run(Command command) {
    return inTurn(command, within -> begun().run(command, within));
  }

  /**
   * Runs one command by exec, where the device has a real exit status. The shell, if one is open,
   * stays as it is, but for GARBLED, which ends the session.
   */
  public ExecResult runExec(Command command) {
    if (!command.expects().isEmpty()) {
      throw new IllegalArgumentException(
          "command %s expects questions: exec answers none"
              .formatted(PrintableText.quoted(command.line())));
    }
    return inTurn(command, within -> exec(command, within));
  }

  /** One that sent what no device sends is left alone: it gets no more over this connection. */
  private ExecResult exec(Command command, Deadline within) {
    try {
      return new Exec(target, sshConnection, command, within).run();
    } catch (TransportException e) {
      if (e.kind() == Kind.GARBLED) {
        close();
      }
      throw e;
    }
  }

  /**
   * The prompt as last seen, which tells the mode: {@code leaf1(config)#}. Opens the shell if need
   * be.
   */
  public String prompt() {
    return locked("asking for the prompt", () -> begun().prompt());
  }

  public SshTarget target() {
    return target;
  }

  /** False once the connection is down or the shell failed. */
  public boolean isOpen() {
    Shell current = shell;
    return sshConnection.isOpen() && (current == null || current.isOpen());
  }

  /** Closes without a word to the device; safe from any thread, ends a command that waits. */
  @Override
  public void close() {
    sshConnection.close();
  }

  /** A step with what is left of the command's time. */
  @FunctionalInterface
  private interface Step<T> {
    T run(Deadline within);
  }

  private <T> T inTurn(Command command, Step<T> step) {
    return command.changes()
        ? gate.through("ssh " + target.name() + " " + command.line(), () -> turn(command, step))
        : turn(command, step);
  }

  private <T> T turn(Command command, Step<T> step) {
    return locked(
        "running " + PrintableText.quoted(command.line()),
        () -> {
          admission.run(); // before the command's own time begins
          Duration within = Objects.requireNonNullElse(command.within(), target.commandWithin());
          return timed(() -> judged(input, () -> step.run(Deadline.in(within, ticks))));
        });
  }

  private <T> T timed(Supplier<T> call) {
    long begin = ticks.getAsLong();
    try {
      return call.get();
    } finally {
      input.took().accept(ticks.getAsLong() - begin);
    }
  }

  private <T> T locked(String doing, Supplier<T> step) {
    try {
      if (!turn.tryLock(target.commandWithin().toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy(doing, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy(doing, e);
    }
    try {
      return step.get();
    } finally {
      input.account().done();
      turn.unlock();
    }
  }

  private TransportException busy(String doing, @Nullable Throwable cause) {
    return TransportException.beforeSending(
        Kind.TIMEOUT,
        target.label() + ": the session is busy with another command; nothing sent for " + doing,
        cause);
  }

  private Dialogue begun() {
    if (shell != null && !shell.isOpen()) {
      throw TransportException.beforeSending(
          Kind.GONE, target.label() + ": the session is over; nothing sent", null);
    }
    if (dialogue == null) {
      Deadline login = Deadline.in(target.connectWithin(), ticks);
      Shell opened = Shell.open(target, sshConnection, login);
      shell = opened;
      Dialogue fresh = new Dialogue(opened);
      fresh.begin(login);
      dialogue = fresh;
    }
    return dialogue;
  }
}
