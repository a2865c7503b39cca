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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A state folder with a long past: commits of eight ports. Nine of ten are of a NIC and confirmed;
 * each tenth is of a switch that held it by a timer of its own, and rolled back.
 */
public final class PastState {
  private static final int PORTS = 8;
  private static final int ROLLED_BACK = 10;
  private static final int SWITCHES = 32;
  private static final Sync UNSYNCED = (_, _, _) -> {};

  private PastState() {}

  /** How many revisions so many commits make. */
  public static int revisions(int commits) {
    return commits - commits / ROLLED_BACK;
  }

  /**
   * @param newest when the last was confirmed; they are a minute apart
   */
  public static void write(Path folder, int commits, Instant newest) throws IOException {
    OwnerOnly.folder(folder);
    Instant first = newest.minusSeconds(60L * commits);
    try (Journal journal = Journal.open(folder.resolve("journal"), newest, UNSYNCED)) {
      for (int number = 1; number <= commits; number++) {
        Instant at = first.plusSeconds(60L * number);
        if (number % ROLLED_BACK == 0) {
          DeviceId leaf = new DeviceId("leaf" + (1 + number / ROLLED_BACK % SWITCHES));
          rolledBack(journal, begun(number, leaf, "Ethernet1/%d", at), leaf);
        } else {
          confirmed(journal, begun(number, new DeviceId("gpu01"), "ens%df0np0", at));
        }
      }
    }
  }

  private static void confirmed(Journal journal, Entry.Begun begun) {
    String id = begun.commit();
    journal.append(begun);
    journal.append(new Entry.Applied(id, due(begun), "daemon", begun.at()));
    int revision = revisions(CommitIds.number(id).orElseThrow());
    journal.append(new Entry.Confirmed(id, revision, "uid:0", begun.at()));
  }

  private static void rolledBack(Journal journal, Entry.Begun begun, DeviceId leaf) {
    String id = begun.commit();
    Instant at = begun.at();
    List<Change> changes = begun.plan().changes();
    journal.append(begun);
    journal.append(new Entry.Held(id, List.of(leaf), due(begun), false, at));
    journal.append(new Entry.Applied(id, due(begun), "daemon", at));
    journal.append(new Entry.Undoing(id, "cancelled", changes, Due.at(at), "uid:0", at));
    journal.append(new Entry.RolledBack(id, "cancelled", "uid:0", at));
  }

  private static Due due(Entry.Begun begun) {
    return Due.at(begun.at().plusSeconds(600));
  }

  /**
   * @param name format of a port's
   */
  private static Entry.Begun begun(int number, DeviceId device, String name, Instant at) {
    List<Change> changes = new ArrayList<>();
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (int port = 0; port < PORTS; port++) {
      PortId id = new PortId(device, name.formatted(port + 1));
      Target target = Target.port(id);
      changes.add(
          new Change(target, value(number - 1), value(number), List.of(id), Set.of(Risk.values())));
      delta.putAll(Map.of(new Key(target, SettingKind.PFC), value(number)));
    }
    return new Entry.Begun(
        CommitIds.of(number),
        new Plan("p" + number, Integer.toHexString(number), changes, List.of(), List.of()),
        delta,
        "uid:0",
        "because",
        "boot",
        at,
        false,
        Optional.empty(),
        List.of(),
        Map.of());
  }

  private static Pfc value(int number) {
    return number == 0 ? Pfc.OFF : new Pfc(PrioritySet.of(number % 2 == 0 ? 3 : 4));
  }
}
