package dev.losslessd.transport.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One command over an exec channel: no terminal, no echo, no prompt, but an exit status. */
record Exec(SshTarget target, SshConnection sshConnection, Command command, Deadline deadline) {
  ExecResult run() {
    Inbox output = new Inbox(sshConnection.input(), false);
    // the library closes this one only when the channel is, and by then the status is known
    Inbox errors = new Inbox(sshConnection.input(), false);
    output.expectOutput();
    errors.expectOutput();
    sshConnection.expectOutput();
    ChannelExec channel = open(output, errors);
    try {
      String text = readAll(output);
      String errorText = readAll(errors);
      int status = channel.getExitStatus();
      if (status < 0) {
        throw failed(Kind.GONE, "the device closed without an exit status", null);
      }
      return new ExecResult(text, errorText, status);
    } finally {
      output.expectNothing();
      errors.expectNothing();
      sshConnection.expectNothing();
      channel.disconnect();
    }
  }

  private ChannelExec open(Inbox output, Inbox errors) {
    ChannelExec channel;
    try {
      channel = (ChannelExec) sshConnection.session().openChannel("exec");
    } catch (JSchException e) {
      throw closed(e);
    }
    channel.setCommand(command.line());
    channel.setInputStream(null);
    channel.setOutputStream(output);
    channel.setErrStream(errors);
    try {
      Bounded.within(
          deadline,
          sshConnection::isOpen,
          () -> channel.connect(deadline.leftMillis()),
          channel::disconnect);
      return channel;
    } catch (TimeoutException e) {
      throw failed(Kind.TIMEOUT, "no channel within " + deadline.text(), e);
    } catch (Exception e) {
      channel.disconnect();
      throw isBroken(e) ? closed(e) : failed(Kind.REFUSED, "the device runs no exec command", e);
    }
  }

  /**
   * Whether it was the connection that broke while the channel was opened. The command is the last
   * packet of that and asks for no reply: whatever is thrown there, it was not sent whole.
   */
  private boolean isBroken(Exception e) {
    return !sshConnection.isOpen() || e.getCause() instanceof IOException;
  }

  private TransportException closed(Exception cause) {
    return TransportException.beforeSending(
        Kind.GONE,
        target.label() + ": the session is closed; " + quoted() + " was not sent",
        cause);
  }

  private String readAll(Inbox inbox) {
    List<String> texts = new ArrayList<>();
    while (true) {
      Inbox.@Nullable Chunk chunk = next(inbox);
      if (chunk == null) {
        long came = texts.stream().mapToLong(String::length).sum();
        throw failed(inbox.late(deadline, came, "not finished"));
      }
      Inbox.Problem problem = chunk.problem();
      if (problem != null) {
        throw failed(problem);
      }
      if (chunk.end()) {
        sshConnection
            .flood()
            .ifPresent(flood -> {
              throw failed(Kind.GARBLED, flood, null);
            });
        return String.join("", texts);
      }
      texts.add(chunk.text());
    }
  }

  private Inbox.@Nullable Chunk next(Inbox inbox) {
    try {
      return inbox.take(deadline.left());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(Kind.GONE, "interrupted", e);
    }
  }

  private TransportException failed(Inbox.Problem problem) {
    return failed(problem.kind(), problem.text(), null);
  }

  private TransportException failed(Kind kind, String what, @Nullable Throwable cause) {
    return new TransportException(
        kind,
        target.label() + ": " + what + " while running " + quoted() + " (it may have run)",
        cause);
  }

  private String quoted() {
    return PrintableText.quoted(command.line());
  }
}
