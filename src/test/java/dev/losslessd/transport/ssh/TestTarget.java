package dev.losslessd.transport.ssh;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A target that is made from another one, part by part. */
public record TestTarget(SshTarget target) {
  /** Port 22, direct, modern algorithms, deadlines that are long enough. */
  public static TestTarget of(
      String name, String host, String user, HostKeyPolicy hostKey, Credential... credentials) {
    Duration connect = Duration.ofSeconds(20);
    Duration command = Duration.ofSeconds(30);
    return new TestTarget(
        new SshTarget(
            name,
            host,
            22,
            user,
            null,
            null,
            hostKey,
            List.of(credentials),
            false,
            connect,
            command));
  }

  public TestTarget withPort(int port) {
    return with(port, target.source(), target.jump(), target.legacyAlgorithms());
  }

  public TestTarget withSource(InetAddress source) {
    return with(target.port(), source, target.jump(), target.legacyAlgorithms());
  }

  public TestTarget withJump(SshTarget jump) {
    return with(target.port(), target.source(), jump, target.legacyAlgorithms());
  }

  public TestTarget withLegacyAlgorithms() {
    return with(target.port(), target.source(), target.jump(), true);
  }

  private TestTarget with(
      int port, @Nullable InetAddress source, @Nullable SshTarget jump, boolean legacy) {
    return with(port, source, jump, legacy, target.connectWithin(), target.commandWithin());
  }

  public TestTarget withDeadlines(Duration connect, Duration command) {
    return with(
        target.port(), target.source(), target.jump(), target.legacyAlgorithms(), connect, command);
  }

  private TestTarget with(
      int port,
      @Nullable InetAddress source,
      @Nullable SshTarget jump,
      boolean legacy,
      Duration connect,
      Duration command) {
    return new TestTarget(
        new SshTarget(
            target.name(),
            target.host(),
            port,
            target.user(),
            source,
            jump,
            target.hostKey(),
            target.credentials(),
            legacy,
            connect,
            command));
  }
}
