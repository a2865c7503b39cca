package dev.losslessd.transport.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchHostKeyException;
import com.jcraft.jsch.Session;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is logged in, with the jump host's below it if there is one.
 *
 * @param meter counts what comes over it
 */
record SshConnection(Session session, @Nullable SshConnection below, Meter meter, DeviceInput input)
    implements AutoCloseable {
  /** A kept session notices a device that died without a word after three of these. */
  private static final int KEEP_ALIVE_MILLIS = 20_000;

  static SshConnection open(SshTarget target, DeviceInput input, LongSupplier ticks) {
    SshConnection below = target.jump() == null ? null : open(target.jump(), input, ticks);
    try {
      return connect(target, below, input, Deadline.in(target.connectWithin(), ticks));
    } catch (RuntimeException e) {
      if (below != null) {
        below.close();
      }
      throw e;
    }
  }

  private static SshConnection connect(
      SshTarget target, @Nullable SshConnection below, DeviceInput input, Deadline deadline) {
    HostKeys keys = HostKeys.of(target);
    Meter meter = new Meter(input.limits());
    DirectSocket socket = new DirectSocket(target.source(), deadline, meter);
    try {
      JSch library = new JSch();
      Session session = library.getSession(target.user(), target.host(), target.port());
      Identities.add(target, library);
      session.setHostKeyRepository(keys);
      session.setUserInfo(new Login(target));
      configure(session, target);
      session.setConfig("PreferredAuthentications", Login.methods(target));
      over(session, below, socket, meter);
      connect(session, deadline);
      session.setServerAliveInterval(KEEP_ALIVE_MILLIS);
      SshConnection sshConnection = new SshConnection(session, below, meter, input);
      sshConnection.expectNothing();
      if (below != null) {
        // what the device may send is its own meter's business
        below.meter().expectAll();
      }
      return sshConnection;
    } catch (Exception e) {
      socket.close();
      throw new Failures(target, keys, deadline, meter).of(e);
    }
  }

  private static void over(
      Session session, @Nullable SshConnection below, DirectSocket socket, Meter meter) {
    if (below == null) {
      session.setSocketFactory(socket);
    } else {
      session.setProxy(new JumpSocket(below.session(), meter));
    }
  }

  private static void connect(Session session, Deadline deadline) throws Exception {
    Bounded.within(deadline, () -> session.connect(deadline.leftMillis()), session::disconnect);
  }

  /**
   * Asks a host for its key, up to the end of the key exchange: no user, no secret, no login.
   *
   * @param below logged in to the jump host, null for the direct way
   * @param type of the key, null for the one that a login would see
   * @return empty where the host has no key of the type
   * @throws TransportException TIMEOUT, GONE, REFUSED (no common algorithm) or GARBLED
   */
  static Optional<PublicHostKey> look(
      SshTarget target,
      @Nullable SshConnection below,
      KnownHostsFile known,
      @Nullable String type,
      DeviceInput input,
      LongSupplier ticks) {
    Deadline deadline = Deadline.in(target.connectWithin(), ticks);
    HostKeys keys = HostKeys.looking(target, known);
    Meter meter = new Meter(input.limits());
    DirectSocket socket = new DirectSocket(target.source(), deadline, meter);
    try {
      Session session = new JSch().getSession(target.user(), target.host(), target.port());
      session.setHostKeyRepository(keys);
      configure(session, target);
      if (type != null) {
        Algorithms.hostKeysOf(session, type, target.legacyAlgorithms());
      }
      // no method of login is known here, should the key ever be taken for good
      session.setConfig("PreferredAuthentications", "");
      over(session, below, socket, meter);
      connect(session, deadline);
      session.disconnect();
      throw new IllegalStateException(target.label() + ": a key was taken while looking");
    } catch (JSchHostKeyException e) {
      return keys.shown();
    } catch (Exception e) {
      boolean other = type != null && e instanceof JSchAlgoNegoFailException;
      if (other) {
        return Optional.empty();
      }
      throw new Failures(target, keys, deadline, meter).of(e);
    } finally {
      socket.close();
    }
  }

  private static void configure(Session session, SshTarget target) {
    Algorithms.offer(session, target.legacyAlgorithms());
    session.setConfig("StrictHostKeyChecking", "yes");
    session.setDaemonThread(true);
    session.setThreadFactory(Thread.ofVirtual().name("ssh " + target.name()).factory());
  }

  /** Allows the bytes around one output, see {@link Meter#expectOutput}. */
  void expectOutput() {
    meter.expectOutput();
  }

  /** Allows only the little that comes between commands, see {@link Meter#expectNothing}. */
  void expectNothing() {
    meter.expectNothing();
  }

  /** Returns why the peer was cut off, if it was, see {@link Meter#flood}. */
  Optional<String> flood() {
    return meter.flood();
  }

  boolean isOpen() {
    return session.isConnected() && (below == null || below.isOpen());
  }

  @Override
  public void close() {
    session.disconnect();
    if (below != null) {
      below.close();
    }
  }
}
