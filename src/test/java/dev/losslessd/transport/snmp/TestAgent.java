package dev.losslessd.transport.snmp;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputLimits;
import java.net.InetAddress;
import java.time.Duration;

/** The target of a test's agent, by the settings in which it differs from the usual. */
public record TestAgent(SnmpTarget target) {
  /** The usual settings: port 161, two seconds, asked again twice. */
  public static TestAgent of(String name, InetAddress address, SnmpVersion version) {
    return new TestAgent(
        new SnmpTarget(
            name,
            address,
            161,
            version,
            Duration.ofSeconds(2),
            2,
            50,
            25,
            InputLimits.DEFAULT.snmp()));
  }

  public TestAgent withPort(int port) {
    return with(port, target.timeout(), target.retries(), target.pdusPerSecond(), target.limits());
  }

  public TestAgent withPatience(Duration each, int again) {
    return with(target.port(), each, again, target.pdusPerSecond(), target.limits());
  }

  public TestAgent withPdusPerSecond(int cap) {
    return with(target.port(), target.timeout(), target.retries(), cap, target.limits());
  }

  public TestAgent withLimits(InputLimits.Snmp all) {
    return with(target.port(), target.timeout(), target.retries(), target.pdusPerSecond(), all);
  }

  private TestAgent with(int port, Duration each, int again, int cap, InputLimits.Snmp limits) {
    return new TestAgent(
        new SnmpTarget(
            target.name(),
            target.address(),
            port,
            target.version(),
            each,
            again,
            cap,
            target.maxRepetitions(),
            limits));
  }

  /** A client with the usual limits, and a budget of its own. */
  public SnmpClient client(SnmpSocket socket) {
    return client(socket, _ -> {});
  }

  public SnmpClient client(SnmpSocket socket, Sleeper sleeper) {
    return new SnmpClient(
        socket, target, System::nanoTime, sleeper, DeviceInput.alone(System::nanoTime), () -> 0);
  }
}
