package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** How the queues of a port are scheduled: by its scheduler map, else as the release does it. */
final class Scheduling {
  /** Before the words of shares that are the release's own. */
  static final String DEFAULT_WORDS = "default; ";

  private Scheduling() {}

  /** Whether the shares of a port are the release's own, with no map or in this agent's copy. */
  static boolean isUsual(CosView view, String port) {
    return view.told(ProfileKind.QUEUES, port)
        .inForce()
        .map(name -> name.equals(ProfileKind.ours(port) + ProfileKind.DEFAULT))
        .orElse(true);
  }

  /**
   * Statements by which the queues of a port are scheduled, each behind its class.
   *
   * @throws DeviceException UNSUPPORTED if something else than a map of the port schedules them
   */
  static TreeSet<String> queues(JunosSnapshot now, CosView view, String port) {
    view.requireOwnMap(port);
    return view.told(ProfileKind.QUEUES, port).inForce().isPresent()
        ? view.content(ProfileKind.QUEUES, port)
        : now.usual(port);
  }

  static String shareWords(JunosSnapshot now, CosView view, String port) {
    String words = InverseWords.of(ProfileKind.only(SettingKind.ETS, queues(now, view, port)));
    return isUsual(view, port) ? DEFAULT_WORDS + words : words;
  }

  static void requireKnown(Ets wanted) {
    for (int queue = 0; queue < Priority.COUNT; queue++) {
      Ets.Selection selection = wanted.selection().get(queue);
      if (selection != Ets.Selection.STRICT && selection != Ets.Selection.ETS) {
        throw DeviceException.unsupported(
            "ets tc" + queue + "=" + selection.word() + ": expected ets or strict");
      }
    }
  }

  /** Classes that statements of a map name. */
  static List<String> used(Collection<String> content) {
    return content.stream().map(one -> one.substring(0, one.indexOf(' '))).distinct().toList();
  }
}
