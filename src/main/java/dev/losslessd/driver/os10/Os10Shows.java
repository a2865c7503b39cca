package dev.losslessd.driver.os10;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import org.jspecify.annotations.Nullable;

/** Output of a switch, asked when it is first needed: what fails leaves the other settings. */
final class Os10Shows {
  static final String VERSION = "show version";

  private static final Pattern OURS = Pattern.compile("(?m)^\\s*Dell .*\\bOS10\\b.*$");
  private static final Pattern RELEASE = Pattern.compile("(?m)^\\s*OS Version: (\\S+)\\s*\\R");

  private final Console console;
  private final ShortLivedCache<RunningConfig> config;
  private @Nullable InterfaceText port;

  Os10Shows(SwitchAccess access, Console console) {
    this.console = console;
    this.config = new ShortLivedCache<>(access.ticks(), this::readConfig);
  }

  private RunningConfig readConfig() {
    String _ = release(console.show(VERSION) + "\n");
    return RunningConfig.parse(console.show(RunningConfig.COMMAND));
  }

  /**
   * Release of the switch: {@code 10.5.3.4}.
   *
   * @throws DeviceException UNSUPPORTED if this is another system
   */
  static String release(String text) {
    if (!OURS.matcher(text).find()) {
      throw DeviceException.unsupported(
          ParseErrors.at(VERSION, text, "Dell ... OS10: is 'os: os10' right?").getMessage());
    }
    Matcher release = RELEASE.matcher(text);
    ParseErrors.throwIf(!release.find(), VERSION, text, "'OS Version:'");
    return release.group(1);
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
