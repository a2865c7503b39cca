package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;

/** Commands of the exec mode that are not {@code show}. */
final class ExecRules {
  /** Number of operators' checkpoints that NX-OS keeps. */
  private static final int MOST_CHECKPOINTS = 10;

  private ExecRules() {}

  static List<Rule> all() {
    List<Rule> rules = new ArrayList<>(ShowRules.all());
    rules.add(Rule.of("configure terminal", false, ExecRules::configure));
    rules.add(
        Rule.of(
            "terminal length <0-511>",
            false,
            call -> {
              call.session().length(Integer.parseInt(call.value(0)));
              return Answer.SILENT;
            }));
    rules.add(Rule.of("terminal width <24-511>", false, _ -> Answer.SILENT));
    rules.add(Rule.of("terminal session-timeout <0-525600>", false, _ -> Answer.SILENT));
    rules.add(Rule.of("terminal dont-ask", false, _ -> Answer.SILENT));
    rules.add(Rule.of("copy running-config startup-config", true, ExecRules::save));
    rules.add(Rule.of("checkpoint <NAME>", true, ExecRules::checkpoint));
    rules.add(Rule.of("no checkpoint <NAME>", true, ExecRules::forget));
    rules.add(Rule.of("rollback running-config checkpoint <NAME>", true, ExecRules::rollback));
    rules.add(
        Rule.of("rollback running-config checkpoint <NAME> atomic", true, ExecRules::rollback));
    rules.add(
        Rule.of(
            "exit",
            false,
            call -> {
              call.session().hangUp();
              return Answer.SILENT;
            }));
    return List.copyOf(rules);
  }

  private static Answer configure(Call call) throws CliError {
    call.session().requireUnlocked();
    call.session().enter(Mode.CONFIG, List.of(List.of()));
    return Answer.lines("Enter configuration commands, one per line. End with CNTL/Z.");
  }

  private static Answer save(Call call) {
    call.device().save();
    return Answer.lines(
        "[########################################] 100%",
        "Copy complete, now saving to disk (please wait)...", "Copy complete.");
  }

  private static Answer checkpoint(Call call) throws CliError {
    NxosSwitch device = call.device();
    String name = call.value(0);
    if (device.checkpoints().containsKey(name)) {
      throw new CliError("ERROR: Checkpoint " + name + " already exists");
    }
    if (device.checkpoints().size() == MOST_CHECKPOINTS) {
      throw new CliError("ERROR: Maximum number of user checkpoints (10) reached");
    }
    device.checkpoints().put(name, device.checkpoint(call.session().account().name()));
    return Answer.lines("...Done");
  }

  private static Answer forget(Call call) throws CliError {
    if (call.device().checkpoints().remove(call.value(0)) == null) {
      throw noCheckpoint(call.value(0));
    }
    return Answer.SILENT;
  }

  private static Answer rollback(Call call) throws CliError {
    NxosSwitch device = call.device();
    Checkpoint checkpoint = device.checkpoints().get(call.value(0));
    if (checkpoint == null) {
      throw noCheckpoint(call.value(0));
    }
    List<String> lines = new ArrayList<>();
    lines.add("Note: Applying config parallelly may fail Rollback verification");
    lines.add("Collecting Running-Config");
    lines.add("#Generating Rollback Patch");
    if (device.running().text().equals(checkpoint.config().text())) {
      lines.add("Rollback Patch is Empty");
    } else {
      device.running(checkpoint.config().copy());
      lines.add("Executing Rollback Patch");
      lines.add("Generating Running-config for verification");
      lines.add("Generating Patch for verification");
      lines.add("Verification is Successful.");
    }
    lines.add("");
    lines.add("Rollback completed successfully.");
    return Answer.lines(lines);
  }

  private static CliError noCheckpoint(String name) {
    return new CliError("ERROR: Checkpoint " + name + " does not exist");
  }
}
