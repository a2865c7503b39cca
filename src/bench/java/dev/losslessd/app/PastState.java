package dev.losslessd.app;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.CommitIds;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import dev.losslessd.store.OwnerOnly;
import dev.losslessd.store.Sync;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A state folder with a long past: commits of eight ports, all confirmed. */
public final class PastState {
  private static final int PORTS = 8;
  private static final Sync UNSYNCED = (_, _, _) -> {};

  private PastState() {}

  /**
   * @param newest when the last was confirmed; they are a minute apart
   */
  public static void write(Path folder, int commits, Instant newest) throws IOException {
    OwnerOnly.folder(folder);
    Instant first = newest.minusSeconds(60L * commits);
    try (Journal journal = Journal.open(folder.resolve("journal"), newest, UNSYNCED)) {
      for (int number = 1; number <= commits; number++) {
        Instant at = first.plusSeconds(60L * number);
        journal.append(begun(number, at));
        journal.append(
            new Entry.Applied(CommitIds.of(number), Due.at(at.plusSeconds(600)), "daemon", at));
        journal.append(new Entry.Confirmed(CommitIds.of(number), number, "uid:0", at));
      }
    }
  }

  private static Entry.Begun begun(int number, Instant at) {
    List<Change> changes = new ArrayList<>();
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (int port = 0; port < PORTS; port++) {
      PortId id = new PortId(new DeviceId("gpu01"), "ens" + (port + 1) + "f0np0");
      Target target = Target.port(id);
      changes.add(
          new Change(target, value(number - 1), value(number), List.of(id), Set.of(Risk.values())));
      delta.putAll(Map.of(new Key(target, SettingKind.PFC), value(number)));
    }
    return new Entry.Begun(
        CommitIds.of(number),
        new Plan("p" + number, Integer.toHexString(number), changes, List.of()),
        delta,
        "uid:0",
        "because",
        "boot",
        at);
  }

  private static Pfc value(int number) {
    return number == 0 ? Pfc.OFF : new Pfc(PrioritySet.of(number % 2 == 0 ? 3 : 4));
  }
}
