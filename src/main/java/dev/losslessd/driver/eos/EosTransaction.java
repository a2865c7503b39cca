package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.HeldCommit;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Writes by configuration sessions of EOS. */
final class EosTransaction implements TimedTransaction<EosSnapshot> {
  private final Console console;
  private final EosConsole writer;
  private final ShortLivedCache<EosSnapshot> printed;
  private String queueWord = "tx-queue";

  EosTransaction(Console console, EosConsole writer, ShortLivedCache<EosSnapshot> printed) {
    this.console = console;
    this.writer = writer;
    this.printed = printed;
  }

  @Override
  public HeldCommit<?> held() {
    return writer.held();
  }

  @Override
  public Optional<Prepared> draft(EosSnapshot now, List<Change> open) {
    return draft(now, open, writer::commit);
  }

  @Override
  public Optional<Prepared> draft(EosSnapshot now, List<Change> open, Hold hold) {
    return draft(now, open, (_, script) -> writer.applyWithTimer(hold, script));
  }

  private Optional<Prepared> draft(
      EosSnapshot now, List<Change> open, BiConsumer<String, EosConsole.Script> sender) {
    EosConsole.Script script = script(now, open);
    return script.lines().isEmpty()
        ? Optional.empty()
        : Optional.of(what -> {
          try {
            sender.accept(what, script);
          } catch (DeviceException e) {
            if (!queueWord.equals("tx-queue") || !EosConsole.isAboutQueues(e.getMessage())) {
              throw e;
            }
            queueWord = "uc-tx-queue"; // chips with split queues know no other
            sender.accept(what, script(now, open));
          }
        });
  }

  private EosConsole.Script script(EosSnapshot now, List<Change> open) {
    Draft draft = new Draft(now, queueWord);
    open.forEach(draft::take);
    return draft.script();
  }

  @Override
  public void cleanUp() {
    writer.dropLeftovers(writer.configSessions());
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedTree.compare(
        RunningConfig.parse(RunningConfig.SAVED, console.show(RunningConfig.SAVED)).tree(),
        printed.again().config().tree(),
        EosLedger.ownLines(ours));
  }

  @Override
  public void save() {
    writer.save();
  }
}
