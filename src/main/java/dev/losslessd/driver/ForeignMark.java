package dev.losslessd.driver;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sign on a device that the agent of another host writes it: a policy of that agent's in force,
 * or a checkpoint, session or comment of its own that is newer than ours.
 *
 * @param host of the other agent, as it stands in the mark
 * @param what the mark, for people: {@code checkpoint losslessd-gpu02-r3}
 * @param key that the other agent holds; empty for the whole device
 */
public record ForeignMark(String host, String what, Optional<Key> key) {
  /** Returns a mark on one setting. */
  public static ForeignMark on(Target target, SettingKind kind, String host, String what) {
    return new ForeignMark(host, what, Optional.of(new Key(target, kind)));
  }

  /**
   * Returns marks on some settings of a target.
   *
   * @param host of the other agent; empty where the mark is none of another
   */
  public static List<ForeignMark> on(
      Target target, Collection<SettingKind> kinds, Optional<String> host, String what) {
    return host.stream()
        .flatMap(one -> kinds.stream().map(kind -> on(target, kind, one, what)))
        .toList();
  }

  /** Returns a mark on all settings of a device. */
  public static ForeignMark onAll(String host, String what) {
    return new ForeignMark(host, what, Optional.empty());
  }

  /** Whether the other agent holds this setting. */
  public boolean holds(Key of) {
    return key.map(of::equals).orElse(true);
  }

  /** Describes the other agent by its host and its mark. */
  public String who(DeviceId device) {
    return "the agent of %s writes %s too: %s"
        .formatted(PrintableText.brief(host), device, PrintableText.brief(what));
  }

  /** Describes the other agent as {@link #who} does, and says what the operator can do. */
  public String text(DeviceId device) {
    return "%s; say 'manage: false' for %s at one of the two, or waive second-writer to take it over"
        .formatted(who(device), device);
  }

  /** The mark that holds a setting, if any does. */
  public static Optional<ForeignMark> find(List<ForeignMark> marks, Key key) {
    return marks.stream().filter(mark -> mark.holds(key)).findFirst();
  }

  /** Returns what can still be set without leave where others have put their marks. */
  public static Capabilities hold(Capabilities all, List<ForeignMark> marks) {
    Map<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
    all.settings()
        .forEach((kind, can) ->
            settings.put(
                kind,
                find(marks, new Key(all.target(), kind))
                    .filter(_ -> can.access() == Capability.Access.WRITE)
                    .map(mark -> held(mark, all.target(), can))
                    .orElse(can)));
    return new Capabilities(all.target(), settings, all.maxLossless());
  }

  private static Capability held(ForeignMark mark, Target target, Capability can) {
    return Capability.held(PlanRule.SECOND_WRITER, mark.text(target.device()), can.risks());
  }
}
