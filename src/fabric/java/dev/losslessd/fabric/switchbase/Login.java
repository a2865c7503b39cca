package dev.losslessd.fabric.switchbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/** One channel of an SSH connection: a shell, or a single line of commands. */
final class Login implements Command {
  private final SimulatedSwitch device;
  private final Account account;
  private final @Nullable String line;
  private @Nullable InputStream in;
  private @Nullable OutputStream out;
  private @Nullable ExitCallback exit;
  private @Nullable Thread thread;

  /**
   * @param line to run; null for a shell
   */
  Login(SimulatedSwitch device, Account account, @Nullable String line) {
    this.device = device;
    this.account = account;
    this.line = line;
  }

  @Override
  public void setInputStream(InputStream stream) {
    in = stream;
  }

  @Override
  public void setOutputStream(OutputStream stream) {
    out = stream;
  }

  @Override
  public void setErrorStream(OutputStream stream) {}

  @Override
  public void setExitCallback(ExitCallback callback) {
    exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment environment) {
    thread = Thread.ofVirtual().name(device.name() + " login").start(this::run);
  }

  private void run() {
    Shell session = device.locked(() -> device.login(account));
    try {
      Terminal terminal =
          new Terminal(device, session, Objects.requireNonNull(in), Objects.requireNonNull(out));
      if (line == null) {
        terminal.serve();
      } else {
        terminal.exec(line);
      }
    } catch (IOException e) {
      // the operator has gone: nobody is left to tell
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      device.locked(() -> {
        device.logout(session);
        return true;
      });
      Objects.requireNonNull(exit).onExit(line == null ? 0 : session.status());
    }
  }

  @Override
  public void destroy(ChannelSession channel) {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }
}
