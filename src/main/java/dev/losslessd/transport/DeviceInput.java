package dev.losslessd.transport;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limits on what one way to one device may send: those of all devices, its account of what is held,
 * whether it is left alone, when it answered, and who is told how long that took.
 *
 * @param took receives nanoseconds, from any thread
 */
public record DeviceInput(
    InputLimits limits,
    InputBudget.Account account,
    Backoff backoff,
    Answers answers,
    LongConsumer took) {
  /** Returns the input of a device with the usual limits and a budget of its own. */
  public static DeviceInput alone(LongSupplier ticks) {
    return of(InputLimits.DEFAULT, new InputBudget(InputLimits.DEFAULT.total()), ticks);
  }

  /** Returns the input of one of the devices that share a budget. */
  public static DeviceInput of(InputLimits limits, InputBudget budget, LongSupplier ticks) {
    return new DeviceInput(
        limits, budget.account(), new Backoff(ticks), new Answers(ticks), _ -> {});
  }

  /** Returns the same input, with somebody who is told how long each call takes. */
  public DeviceInput timed(LongConsumer told) {
    return new DeviceInput(limits, account, backoff, answers, told);
  }
}
