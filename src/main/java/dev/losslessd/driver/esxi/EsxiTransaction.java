package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.SwitchTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Writes one change by one line. Nothing is left to save: the host keeps both kinds of settings as
 * they are set.
 */
record EsxiTransaction(ExecConsole console, Boots boots)
    implements SwitchTransaction<EsxiSnapshot> {
  /** Takes all: whether parameters have to be sent goes by their text. */
  @Override
  public List<Change> open(List<Change> changes, Predicate<Change> isMet) {
    return changes;
  }

  /** Nothing: a draft also notes what the next boot brings, and its values are judged before. */
  @Override
  public List<Refusal> rehearse(EsxiSnapshot now, List<Change> changes, Predicate<Change> isMet) {
    return List.of();
  }

  @Override
  public Optional<Prepared> draft(EsxiSnapshot now, List<Change> open) {
    Change change = open.getFirst();
    return switch (change.target()) {
      case Target.Device _ -> module(now, change);
      case Target.Port port -> pause(now.nic(port.id().name()), now, change);
    };
  }

  /** The whole string is sent again with our parameters changed, and all others as they are. */
  private Optional<Prepared> module(EsxiSnapshot now, Change change) {
    ModuleParameter parameter =
        ModuleParameter.of(change.kind()).orElseThrow(() -> noSetting(change));
    if (now.nmlx5().isEmpty()) {
      throw DeviceException.unsupported(change.text() + ": " + EsxiSettings.NONE);
    }
    Module module = parameter.module();
    Options is = now.of(module);
    Options next =
        change.wordsAfter().isEmpty()
            ? parameter.write(is, change.after())
            : parameter.restore(is, change.wordsAfter());
    Setting then = parameter.read(next);
    if (!then.equals(change.after())) {
      throw DeviceException.unsupported(
          "%s: '%s' would be %s"
              .formatted(change.text(), PrintableText.brief(change.wordsAfter()), then.text()));
    }
    if (next.equals(is)) {
      boots.wrote(module);
      return Optional.empty();
    }
    return Optional.of(_ -> {
      console.act(EsxiLedger.setOptions(module, next.text()));
      boots.wrote(module);
    });
  }

  private Optional<Prepared> pause(Vmnic nic, EsxiSnapshot now, Change change) {
    if (!(change.after() instanceof GlobalPause wanted)) {
      throw noSetting(change);
    }
    if (!nic.isNmlx5()) {
      throw DeviceException.unsupported(change.text() + ": " + EsxiSettings.elsewhere(nic));
    }
    Pause is = now.pauses().get(nic.name());
    return is != null && is.setting().equals(wanted)
        ? Optional.empty()
        : Optional.of(
            _ -> console.act(EsxiLedger.setPause(nic.name(), wanted.receive(), wanted.send())));
  }

  private static DeviceException noSetting(Change change) {
    return DeviceException.unsupported(
        change.target() + " has no setting " + change.kind().word() + " to set");
  }
}
