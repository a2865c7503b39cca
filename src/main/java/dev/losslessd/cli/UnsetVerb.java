package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import picocli.CommandLine.Command;

/** {@code losslessd unset TARGET SETTING}. */
@Command(
    name = "unset",
    description = {
      "Take an override away: the file's value is in force again.",
      "Where the file wants nothing, the device stays as it is.",
      "  E.g. unset gpu01:ens1f0np0 pfc"
    })
final class UnsetVerb extends SettingVerb {
  @Override
  Send wish(SettingKind kind) {
    return Daemon::delete;
  }
}
