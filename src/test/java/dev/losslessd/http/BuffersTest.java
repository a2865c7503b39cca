package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuffersTest {
  @Test
  void noListenerPoolsItsBuffersAndEachHasItsOwnServer(@TempDir Path folder) {
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.server.listeners()).hasSize(2);
      assertThat(rig.server.listeners().stream().map(Listener::server).distinct()).hasSize(2);
      for (Listener listener : rig.server.listeners()) {
        assertThat(listener.server().getByteBufferPool())
            .isInstanceOf(ByteBufferPool.NonPooling.class);
        assertThat(listener.server().getConnectors())
            .hasSize(1)
            .extracting(Connector::getByteBufferPool)
            .hasOnlyElementsOfType(ByteBufferPool.NonPooling.class);
      }
    }
  }
}
