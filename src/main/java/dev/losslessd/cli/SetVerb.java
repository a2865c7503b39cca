package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code losslessd set TARGET SETTING VALUE...}. */
@Command(
    name = "set",
    description = {
      "Set one setting of one port, or of a whole switch.",
      "  E.g. set gpu01:ens1f0np0 pfc 3",
      "       set gpu01:ens1f0np0 dcqcn minTimeBetweenCnpsMicros=4",
      "       set leaf1 ecn 3=400000,1600000,20 --accept-scope"
    })
final class SetVerb extends SettingVerb {
  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "VALUE",
      description = "The value; its form is the setting's.")
  private final List<String> values = new ArrayList<>();

  @Override
  Send wish(SettingKind kind) {
    JsonValue value = SettingArguments.parse(kind, values);
    return (daemon, path, version) -> daemon.put(path, version, value);
  }
}
