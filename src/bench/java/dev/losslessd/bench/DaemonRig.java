package dev.losslessd.bench;

import com.sun.management.ThreadMXBean;
import dev.losslessd.app.Main;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * The daemon in a process that also reports its allocations: each line on its standard input is
 * answered with {@code rig BYTES}.
 */
public final class DaemonRig {
  private DaemonRig() {}

  /** The words of {@code losslessd}. */
  public static void main(String[] words) throws Exception {
    Thread.ofPlatform().daemon().name("rig").start(DaemonRig::answer);
    Main.main(words);
  }

  private static void answer() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    in.lines().forEach(_ -> out.println("rig " + threads.getTotalThreadAllocatedBytes()));
  }
}
