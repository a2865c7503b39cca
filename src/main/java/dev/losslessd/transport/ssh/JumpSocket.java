package dev.losslessd.transport.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection through a jump host: direct-tcpip, no local port that others could use. */
final class JumpSocket implements Proxy {
  private final Session jump;
  private final Meter meter;
  private @Nullable Channel channel;
  private @Nullable InputStream in;
  private @Nullable OutputStream out;

  JumpSocket(Session jump, Meter meter) {
    this.jump = jump;
    this.meter = meter;
  }

  @Override
  public void connect(@Nullable SocketFactory unused, String host, int port, int timeout)
      throws Exception {
    Channel opened = jump.getStreamForwarder(host, port);
    in = meter.around(opened.getInputStream());
    out = opened.getOutputStream();
    opened.connect(timeout);
    channel = opened;
  }

  @Override
  public InputStream getInputStream() {
    return Objects.requireNonNull(in, "connected first");
  }

  @Override
  public OutputStream getOutputStream() {
    return Objects.requireNonNull(out, "connected first");
  }

  @Override
  public @Nullable Socket getSocket() {
    return null;
  }

  @Override
  public void close() {
    if (channel != null) {
      channel.disconnect();
    }
  }
}
