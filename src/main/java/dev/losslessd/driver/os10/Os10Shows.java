package dev.losslessd.driver.os10;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import org.jspecify.annotations.Nullable;

/** Output of a switch, asked when it is first needed: what fails leaves the other settings. */
final class Os10Shows {
  private final Console console;
  private final ShortLivedCache<RunningConfig> config;
  private @Nullable InterfaceText port;

  Os10Shows(SwitchAccess access, Console console) {
    this.console = console;
    this.config = new ShortLivedCache<>(access.ticks(), this::readConfig);
  }

  private RunningConfig readConfig() {
    Identity.parse(console.show(Identity.COMMAND) + "\n");
    return RunningConfig.parse(console.show(RunningConfig.COMMAND));
  }

  RunningConfig config() {
    return config.now();
  }

  PortQos qos(String name) {
    return new PortQos(config.now(), name);
  }

  /** The port's own output, asked once for each {@link #forgetPort}. */
  InterfaceText port(String name) {
    InterfaceText known = port;
    if (known == null) {
      known = InterfaceText.parse(name, console.show(InterfaceText.command(name)));
      port = known;
    }
    return known;
  }

  /** The next port is asked anew. */
  void forgetPort() {
    port = null;
  }
}
