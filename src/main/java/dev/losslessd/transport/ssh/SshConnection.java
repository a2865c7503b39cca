package dev.losslessd.transport.ssh;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Session;
import dev.losslessd.transport.DeviceInput;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is logged in, with the jump host's below it if there is one.
 *
 * @param fingerprint of the device's host key
 * @param meter counts what comes over it
 */
record SshConnection(
    Session session,
    String fingerprint,
    @Nullable SshConnection below,
    Meter meter,
    DeviceInput input)
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
      session.setIdentityRepository(Identities.of(target, library));
      session.setHostKeyRepository(keys);
      session.setUserInfo(new Login(target));
      configure(session, target);
      if (below == null) {
        session.setSocketFactory(socket);
      } else {
        session.setProxy(new JumpSocket(below.session(), meter));
      }
      Bounded.within(
          deadline,
          () -> {
            session.connect(deadline.leftMillis());
            return true;
          },
          session::disconnect);
      session.setServerAliveInterval(KEEP_ALIVE_MILLIS);
      SshConnection sshConnection =
          new SshConnection(session, keys.fingerprint(), below, meter, input);
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

  private static void configure(Session session, SshTarget target) {
    Algorithms.offer(session, target.legacyAlgorithms());
    session.setConfig("StrictHostKeyChecking", "yes");
    session.setConfig("PreferredAuthentications", Login.methods(target));
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
