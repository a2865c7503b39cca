package dev.losslessd.app;

import dev.losslessd.files.FileThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;

/** The name of this host, where its config has none. */
final class HostName {
  private HostName() {}

  /** Returns what the kernel says, else what the network does. */
  static String read() {
    try {
      String name = FileThreads.SHARED.text(Path.of("/proc/sys/kernel/hostname")).strip();
      return name.isEmpty() ? InetAddress.getLocalHost().getHostName() : name;
    } catch (IOException e) {
      return "localhost";
    }
  }
}
