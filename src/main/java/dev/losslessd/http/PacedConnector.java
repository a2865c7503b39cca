package dev.losslessd.http;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Accepts TCP connections one at a time, and no faster than they are read. Without an acceptor of
 * its own, a selector of Jetty's empties the kernel's whole queue in one go, and {@link
 * Connections} would then displace the first ones of a burst before their requests are read. What
 * has to wait, waits in the kernel's queue.
 */
final class PacedConnector extends ServerConnector {
  private static final Duration LOOK = Duration.ofMillis(5);

  /** For a second at most: whatever hangs, others get their turn. */
  private static final int LOOKS = 200;

  private final Connections connections;
  private final HttpTime time;

  /** Accepted, and not known to {@link #connections} yet. */
  private final Set<SelectableChannel> coming = ConcurrentHashMap.newKeySet();

  PacedConnector(
      Server server, Connections connections, HttpTime time, ConnectionFactory... factories) {
    super(server, 1, 1, factories);
    this.connections = connections;
    this.time = time;
  }

  @Override
  public void accept(int acceptor) throws IOException {
    for (int looks = 0; looks < LOOKS && connections.lags(coming.size()); looks++) {
      time.pause().accept(LOOK);
    }
    super.accept(acceptor);
  }

  /** Keeps {@link #coming}; it is called by the constructor of Jetty's class. */
  @Override
  protected SelectorManager newSelectorManager(
      Executor executor, Scheduler scheduler, int selectors) {
    return new ServerConnectorManager(executor, scheduler, selectors) {
      @Override
      protected void onAccepting(SelectableChannel channel) {
        coming.add(channel);
      }

      @Override
      protected void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        coming.remove(channel);
      }

      @Override
      public void connectionOpened(Connection connection, Object context) {
        super.connectionOpened(connection, context);
        coming.remove(((SocketChannelEndPoint) connection.getEndPoint()).getChannel());
      }
    };
  }
}
