package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.WriteGate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A switch that is far away is slow, and says all that it has to say. */
class SlowWayTest {
  @Test
  @Timeout(value = 40, unit = TimeUnit.SECONDS)
  void aRoundTripOfASecondIsNoReasonToGiveUp() throws Exception {
    try (FakeDevice device =
            FakeDevice.start(t -> {
              while (true) {
                t.command("leaf1# ");
                t.say("good\r\n");
              }
            });
        DelayingProxy proxy = DelayingProxy.start(device.port(), Duration.ofMillis(500));
        SshSession session =
            SshSession.open(
                new TestTarget(device.target()).withPort(proxy.port()).target(),
                WriteGate.OPEN,
                System::nanoTime)) {
      assertThat(session.run(Command.read("show version"))).isEqualTo("good");
    }
  }
}
