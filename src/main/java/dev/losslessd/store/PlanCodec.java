package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Waiver;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Plans and their steps as bytes; a part of the journal's format. */
final class PlanCodec {
  private PlanCodec() {}

  static void plan(DataOutputStream out, Plan plan) throws IOException {
    EntryCodec.text(out, plan.id());
    EntryCodec.text(out, plan.digest());
    changes(out, plan.changes());
    out.writeInt(plan.refusals().size());
    for (Refusal refusal : plan.refusals()) {
      refusal(out, refusal);
    }
  }

  private static void refusal(DataOutputStream out, Refusal refusal) throws IOException {
    EntryCodec.text(out, refusal.rule());
    EntryCodec.text(out, refusal.subject());
    EntryCodec.text(out, refusal.reason());
  }

  private static Refusal refusal(DataInputStream in) throws IOException {
    return new Refusal(in.readUTF(), in.readUTF(), in.readUTF());
  }

  static void waivers(DataOutputStream out, List<Waiver> waived) throws IOException {
    out.writeInt(waived.size());
    for (Waiver waiver : waived) {
      refusal(out, waiver.refusal());
      EntryCodec.text(out, waiver.because());
    }
  }

  static List<Waiver> waivers(DataInputStream in) throws IOException {
    List<Waiver> waived = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      waived.add(new Waiver(refusal(in), in.readUTF()));
    }
    return waived;
  }

  static Plan plan(DataInputStream in, boolean withWords) throws IOException {
    String id = in.readUTF();
    String digest = in.readUTF();
    List<Change> changes = changes(in, withWords);
    Refusal[] refusals = new Refusal[in.readInt()];
    for (int i = 0; i < refusals.length; i++) {
      refusals[i] = refusal(in);
    }
    return new Plan(id, digest, changes, List.of(refusals));
  }

  static void changes(DataOutputStream out, List<Change> changes) throws IOException {
    out.writeInt(changes.size());
    for (Change change : changes) {
      SettingCodec.write(out, change);
    }
  }

  static List<Change> changes(DataInputStream in, boolean withWords) throws IOException {
    Change[] changes = new Change[in.readInt()];
    for (int i = 0; i < changes.length; i++) {
      changes[i] = SettingCodec.readChange(in, withWords);
    }
    return List.of(changes);
  }
}
