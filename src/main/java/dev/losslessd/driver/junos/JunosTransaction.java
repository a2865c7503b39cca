package dev.losslessd.driver.junos;

import dev.losslessd.driver.HeldCommit;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.model.Change;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Writes by commits of Junos: a commit is what the switch starts with, and needs no save. */
record JunosTransaction(JunosConsole writer, Buffers buffers)
    implements TimedTransaction<JunosSnapshot> {
  @Override
  public HeldCommit<?> held() {
    return writer.held();
  }

  @Override
  public Optional<Prepared> draft(JunosSnapshot now, List<Change> open) {
    return draft(now, open, (what, lines) -> writer.commit(what, lines, now.history()));
  }

  @Override
  public Optional<Prepared> draft(JunosSnapshot now, List<Change> open, Hold hold) {
    return draft(now, open, (_, lines) -> writer.applyWithTimer(hold, lines, now.history()));
  }

  private Optional<Prepared> draft(
      JunosSnapshot now, List<Change> open, BiConsumer<String, List<Line>> sender) {
    List<Line> lines = new Draft(now, buffers, open).lines();
    return lines.isEmpty() ? Optional.empty() : Optional.of(what -> sender.accept(what, lines));
  }
}
