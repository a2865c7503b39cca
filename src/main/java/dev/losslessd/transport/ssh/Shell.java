package dev.losslessd.transport.ssh;

import com.jcraft.jsch.ChannelShell;
import com.jcraft.jsch.JSchException;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The terminal end of a shell channel: bytes out, lines in. After any failure nobody knows where
 * the device stands in its output, so the channel is closed and stays so.
 */
final class Shell implements AutoCloseable {
  /** The widest that NX-OS takes; nothing that devices print is wrapped at it. */
  private static final int COLUMNS = 511;

  /** Rows; a pager may still come, devices differ in whether they ask the terminal. */
  private static final int ROWS = 10_000;

  private final SshTarget target;
  private final SshConnection sshConnection;
  private final ChannelShell channel;
  private final Inbox inbox;
  private final OutputStream out;
  private final Screen screen = new Screen();

  private Shell(
      SshTarget target,
      SshConnection sshConnection,
      ChannelShell channel,
      Inbox inbox,
      OutputStream out) {
    this.target = target;
    this.sshConnection = sshConnection;
    this.channel = channel;
    this.inbox = inbox;
    this.out = out;
  }

  static Shell open(SshTarget target, SshConnection sshConnection, Deadline deadline) {
    try {
      ChannelShell channel = (ChannelShell) sshConnection.session().openChannel("shell");
      Inbox inbox = new Inbox(sshConnection.input(), true);
      inbox.expectGreeting();
      channel.setPtyType("dumb", COLUMNS, ROWS, 0, 0);
      channel.setOutputStream(inbox);
      OutputStream out = channel.getOutputStream();
      Bounded.within(
          deadline,
          sshConnection::isOpen,
          () -> channel.connect(deadline.leftMillis()),
          channel::disconnect);
      return new Shell(target, sshConnection, channel, inbox, out);
    } catch (Exception e) {
      throw noShell(target, sshConnection, deadline, e);
    }
  }

  private static TransportException noShell(
      SshTarget target, SshConnection sshConnection, Deadline deadline, Exception e) {
    if (!sshConnection.isOpen()) {
      return TransportException.beforeSending(
          Kind.GONE, target.label() + ": the session ended before there was a shell", e);
    }
    Kind kind = e instanceof TimeoutException ? Kind.TIMEOUT : Kind.REFUSED;
    String what = e instanceof JSchException ? "the device opens no shell" : "no shell";
    return TransportException.beforeSending(
        kind, target.label() + ": " + what + " within " + deadline.text(), e);
  }

  Screen screen() {
    return screen;
  }

  boolean isOpen() {
    return channel.isConnected();
  }

  /** Allows the output of a command from now on. */
  void expectOutput() {
    inbox.expectOutput();
    sshConnection.expectOutput();
  }

  /** Expects no output from now on. */
  void expectNothing() {
    inbox.expectNothing();
    sshConnection.expectNothing();
  }

  /** Whether all that arrived has been read. */
  boolean isCaughtUp() {
    return inbox.isEmpty();
  }

  /**
   * Reads output that arrives within a time.
   *
   * @param most to wait; the deadline if that comes first
   * @return false when nothing came in that time
   */
  boolean receive(Deadline deadline, Duration most, Doing doing) {
    Inbox.@Nullable Chunk chunk;
    try {
      chunk = inbox.take(Math.min(deadline.left(), most.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(Kind.GONE, "interrupted", doing, e);
    }
    if (chunk == null) {
      if (deadline.left() == 0) {
        throw failed(inbox.late(deadline, screen.fed(), "no prompt"), doing);
      }
      return false;
    }
    if (chunk.end()) {
      throw ended(chunk, doing);
    }
    screen.feed(chunk.text());
    return true;
  }

  private TransportException ended(Inbox.Chunk chunk, Doing doing) {
    Inbox.Problem problem = chunk.problem();
    if (problem != null) {
      return failed(problem, doing);
    }
    return sshConnection
        .flood()
        .map(flood -> failed(Kind.GARBLED, flood, doing, null))
        .orElseGet(() -> failed(Kind.GONE, "the device closed the session", doing, null));
  }

  void send(String text, Deadline deadline, Doing doing) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      Bounded.within(
          deadline,
          () -> {
            out.write(bytes);
            out.flush();
          },
          this::close);
    } catch (TimeoutException e) {
      throw failed(Kind.TIMEOUT, "the device takes no input within " + deadline.text(), doing, e);
    } catch (IOException e) {
      throw failed(Kind.GONE, "the session is closed", doing, e);
    } catch (Exception e) {
      throw failed(Kind.GONE, "could not send", doing, e);
    }
  }

  private TransportException failed(Inbox.Problem problem, Doing doing) {
    return failed(problem.kind(), problem.text(), doing, null);
  }

  /** Closes and says what was going on; output so far is dropped, never passed for the whole. */
  TransportException failed(Kind kind, String what, Doing doing, @Nullable Throwable cause) {
    close();
    String lines = screen.count() == 0 ? "" : ", " + screen.count() + " lines dropped";
    String last = "; last line " + PrintableText.quoted(lastLine());
    String message =
        target.label() + ": " + what + " while " + doing.what() + doing.how() + lines + last;
    return doing.sent()
        ? new TransportException(kind, message, cause)
        : TransportException.beforeSending(kind, message, cause);
  }

  private String lastLine() {
    String unfinished = screen.unfinished();
    return unfinished.isBlank() && !screen.lines().isEmpty()
        ? screen.lines().getLast()
        : unfinished;
  }

  @Override
  public void close() {
    channel.disconnect();
  }
}
