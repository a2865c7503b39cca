package dev.losslessd.transport.ssh;

import com.jcraft.jsch.SocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** A TCP connection from the wanted source address; tries each address that the name has. */
final class DirectSocket implements SocketFactory {
  private final @Nullable InetAddress source;
  private final Deadline deadline;
  private final Meter meter;
  private volatile @Nullable Socket open;

  DirectSocket(@Nullable InetAddress source, Deadline deadline, Meter meter) {
    this.source = source;
    this.deadline = deadline;
    this.meter = meter;
  }

  /** Closes the socket after a failed login: the library leaves it open in some of them. */
  void close() {
    Socket socket = open;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // it is out of use either way
      }
    }
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    IOException last =
        new NoRouteToHostException(
            host + " has no address of the family of source address " + source);
    for (InetAddress address : InetAddress.getAllByName(host)) {
      if (source == null || source.getClass() == address.getClass()) {
        try {
          return connect(new InetSocketAddress(address, port));
        } catch (IOException e) {
          last = e;
        }
      }
    }
    throw last;
  }

  private Socket connect(InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    open = socket;
    try {
      if (source != null) {
        socket.bind(new InetSocketAddress(source, 0));
      }
      socket.setTcpNoDelay(true);
      socket.connect(to, deadline.leftMillis());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public InputStream getInputStream(Socket socket) throws IOException {
    return meter.around(socket.getInputStream());
  }

  @Override
  public OutputStream getOutputStream(Socket socket) throws IOException {
    return socket.getOutputStream();
  }
}
