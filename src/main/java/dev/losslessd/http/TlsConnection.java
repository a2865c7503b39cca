package dev.losslessd.http;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The TLS of a connection, of which a stranger cannot have too much: Jetty's reads on without end
 * while records come that carry nothing, and has requests that are read already handled by its few
 * platform threads.
 */
final class TlsConnection extends SslConnection {
  /** A handshake with certificates on both sides has a tenth of it. */
  private static final int MOST_EMPTY = 64;

  private int empty;

  TlsConnection(
      Connector connector, SslContextFactory context, EndPoint endPoint, SSLEngine engine) {
    super(
        connector.getByteBufferPool(),
        VirtualThreads.getExecutor(connector.getExecutor()),
        context,
        endPoint,
        engine,
        false, // as for plain connections: see Listener
        false);
  }

  /**
   * @throws SSLException after too many records in a row without content
   */
  @Override
  protected SSLEngineResult unwrap(SSLEngine engine, ByteBuffer input, ByteBuffer output)
      throws SSLException {
    SSLEngineResult result = super.unwrap(engine, input, output);
    if (result.bytesProduced() > 0) {
      empty = 0;
    } else if (result.bytesConsumed() > 0 && ++empty > MOST_EMPTY) {
      throw new SSLException("more than " + MOST_EMPTY + " TLS records in a row carry nothing");
    }
    return result;
  }
}
