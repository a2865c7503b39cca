package dev.losslessd.driver.acme;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.ReadOnlyTransaction;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.function.UnaryOperator;

/** Acme switches. They are watched: no source has the way back of a write. */
final class AcmeDriver implements SwitchDriver {
  static final String VERSION = "show version";
  static final String CONFIG = "show running-config";
  private static final String WHY = "this release only watches Acme: set it by hand";
  private static final Pattern NO_DROP =
      Pattern.compile("priority-flow-control priority ([0-7]) no-drop");

  /** Every line that is ever sent, and what is not written for want of a source. */
  static final Ledger LEDGER =
      new Ledger(
          List.of(
              Entry.read("acme.terminal", "terminal length 0", "Acme CLI guide 4.2, page 12"),
              Entry.read("acme.show", "show (?:version|running-config)", "Acme CLI guide 4.2"),
              Entry.unverified("acme.qos", "priority-flow-control", "no undo")));

  private static final Console.Dialect DIALECT =
      new Console.Dialect(
          LEDGER,
          List.of("terminal length 0"),
          Pattern.compile("(?m)^% Permission denied.*$"),
          Pattern.compile("(?m)^% .*$"));

  /** A reader throws what it cannot tell, and the table makes an unknown of it. */
  private static final SettingTable<ConfigTree> TABLE =
      new SettingTable<ConfigTree>(Failures::orUntold)
          .port(SettingKind.PFC, Capability.readOnly(WHY), AcmeDriver::pfc);

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, DIALECT);
    return new SwitchParts<>(
            access,
            new ShortLivedCache<>(access.ticks(), () -> parse(console.show(CONFIG))),
            TABLE,
            new ReadOnlyTransaction<>(access.device(), WHY))
        .ports(now -> now.after("interface "))
        .port(AcmeDriver::section)
        .missingPermissions(() -> console.missingReads(List.of(VERSION, CONFIG)))
        .counters(new SnmpColumns().ifMib(), UnaryOperator.identity())
        .neighbours(UnaryOperator.identity(), _ -> true, List::of)
        .closing(console::close);
  }

  /** The whole text: without its last line it is a cut one, and says nothing. */
  static ConfigTree parse(String text) {
    if (!text.stripTrailing().endsWith("\nend")) {
      throw ParseErrors.at(CONFIG, text, "'end' as the last line");
    }
    return ConfigTree.parse(text.lines().toList());
  }

  private static ConfigTree section(ConfigTree now, String port) {
    return now.at("interface " + port)
        .orElseThrow(() -> DeviceException.gone(port + ": no such interface"));
  }

  private static Reading pfc(ConfigTree now, String port) {
    now.bundle(port, "port-channel")
        .ifPresent(bundle -> {
          throw Members.setThere(port, bundle, "and no source says which lines act on a member");
        });
    List<ConfigTree> lines = section(now, port).starting("priority-flow-control");
    if (lines.isEmpty()) {
      throw ParseErrors.at(CONFIG, "interface " + port, "a line 'priority-flow-control'");
    }
    PrioritySet lossless = PrioritySet.NONE;
    for (ConfigTree line : lines) {
      Matcher priority = NO_DROP.matcher(line.line());
      if (priority.matches()) {
        lossless = lossless.with(Priority.of(Integer.parseInt(priority.group(1))));
      } else if (!line.line().equals("priority-flow-control off")) {
        throw ParseErrors.at(CONFIG, line.line(), NO_DROP.pattern());
      }
    }
    return new Reading.Value(new Pfc(lossless));
  }
}
