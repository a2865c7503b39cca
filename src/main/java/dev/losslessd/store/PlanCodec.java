package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Waiver;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** Plans and their steps as bytes; a part of the journal's format. */
final class PlanCodec {
  private PlanCodec() {}

  static void plan(DataOutputStream out, Plan plan) throws IOException {
    EntryCodec.text(out, plan.id());
    EntryCodec.text(out, plan.digest());
    changes(out, plan.changes());
    Counted.write(out, plan.refusals(), PlanCodec::refusal);
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
    Counted.write(
        out,
        waived,
        (to, waiver) -> {
          refusal(to, waiver.refusal());
          EntryCodec.text(to, waiver.because());
        });
  }

  static List<Waiver> waivers(DataInputStream in) throws IOException {
    return Counted.read(in, from -> new Waiver(refusal(from), from.readUTF()));
  }

  static Plan plan(DataInputStream in, boolean withWords) throws IOException {
    return new Plan(
        in.readUTF(), in.readUTF(), changes(in, withWords), Counted.read(in, PlanCodec::refusal));
  }

  static void changes(DataOutputStream out, List<Change> changes) throws IOException {
    Counted.write(out, changes, SettingCodec::write);
  }

  static List<Change> changes(DataInputStream in, boolean withWords) throws IOException {
    return Counted.read(in, from -> SettingCodec.readChange(from, withWords));
  }
}
