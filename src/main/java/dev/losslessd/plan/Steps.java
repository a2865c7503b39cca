package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A difference as one step, or as two where something new must be there before and something old
 * must stay until after the traffic has moved: protection is first widened, later narrowed.
 *
 * @param wanted everything that must hold at the end
 */
record Steps(Situation situation, SortedMap<Key, Setting> wanted) {
  List<Change> of(Key key, Setting before, Setting after) {
    if (key.kind() == SettingKind.PFC && followsItsSwitch(key)) {
      return onOrOff(key, (Pfc) before, (Pfc) after);
    }
    Setting both = both(key, before, after);
    return both.equals(before) || both.equals(after)
        ? List.of(only(key, before, after))
        : List.of(
            change(key, before, both, situation.wordsNow(key), ""),
            change(key, both, after, "", situation.wordsWanted(key)));
  }

  private boolean followsItsSwitch(Key key) {
    return situation.standing(losslessOf(key)).isPresent();
  }

  private static Key losslessOf(Key key) {
    return new Key(new Target.Device(key.target().device()), SettingKind.LOSSLESS);
  }

  /** A port of such a switch only has on and off; which priorities that means follows the box. */
  private List<Change> onOrOff(Key key, Pfc before, Pfc after) {
    if (after.lossless().isEmpty()) {
      return List.of(only(key, before, after));
    }
    if (!before.lossless().isEmpty()) {
      return List.of();
    }
    return List.of(only(key, before, new Pfc(widest(losslessOf(key)))));
  }

  /** The set of the box at the time when its ports are switched on. */
  private PrioritySet widest(Key box) {
    Lossless now = (Lossless) situation.standing(box).orElseThrow();
    return wanted.get(box) instanceof Lossless then
        ? ((Lossless) both(box, now, then)).priorities()
        : now.priorities();
  }

  /** Before and after at once; one of the two where there is no such thing. */
  private Setting both(Key key, Setting before, Setting after) {
    return switch (after) {
      case Pfc to -> new Pfc(union(key, ((Pfc) before).lossless(), to.lossless()));
      case Lossless to ->
          new Lossless(union(key, ((Lossless) before).priorities(), to.priorities()));
      case DscpMap to when isSwitch(key) -> to.over(before);
      case Headroom to -> sized((Headroom) before, to);
      case Ecn to -> {
        TreeMap<Priority, Ecn.Marking> marks = new TreeMap<>(((Ecn) before).marking());
        marks.putAll(to.marking());
        yield Ecn.of(marks);
      }
      default -> after;
    };
  }

  /**
   * Buffers get their sizes before a priority moves into one that had none: mlx5 judges a new map
   * by the old sizes, and refuses. Where the old map could not live with the new sizes it is left
   * to the device.
   */
  private static Headroom sized(Headroom before, Headroom after) {
    boolean intoNone = false;
    for (int priority = 0; priority < 8; priority++) {
      int from = before.bufferOfPriority().get(priority);
      int to = after.bufferOfPriority().get(priority);
      if (after.bufferBytes().get(from) == 0 || shrinks(before, after, from)) {
        return after;
      }
      intoNone |= from != to && before.bufferBytes().get(to) == 0;
    }
    return intoNone ? new Headroom(before.bufferOfPriority(), after.bufferBytes()) : after;
  }

  /** Buffer 0 is what the others are carved out of. */
  private static boolean shrinks(Headroom before, Headroom after, int buffer) {
    return buffer != 0 && after.bufferBytes().get(buffer) < before.bufferBytes().get(buffer);
  }

  /** A device that cannot hold both sets at once goes straight over. */
  private PrioritySet union(Key key, PrioritySet before, PrioritySet after) {
    PrioritySet union = new PrioritySet(before.mask() | after.mask());
    var can = situation.capabilities().get(key.target());
    return can != null && union.size() > can.maxLossless() ? after : union;
  }

  private boolean isSwitch(Key key) {
    return situation.around().isSwitch(key.target().device());
  }

  /** One step from what is there now to what shall be there. */
  private Change only(Key key, Setting before, Setting after) {
    return change(key, before, after, situation.wordsNow(key), situation.wordsWanted(key));
  }

  private Change change(
      Key key, Setting before, Setting after, String wordsBefore, String wordsAfter) {
    return new Change(
        key.target(),
        before,
        after,
        wordsBefore,
        wordsAfter,
        touches(key.target()),
        situation.capability(key).risks());
  }

  private List<PortId> touches(Target target) {
    return switch (target) {
      case Target.Port port -> List.of(port.id());
      case Target.Device box ->
          situation.around().ports(box.device()).stream().filter(this::isTouched).toList();
    };
  }

  /** A port of a server that another kernel driver has is none of the setting's. */
  private boolean isTouched(PortId port) {
    Observed told = situation.observed().get(Target.port(port));
    return told == null
        || !situation.around().isHost(port.device())
        || !(told.reading(SettingKind.PFC) instanceof Reading.Unsupported);
  }
}
