package dev.losslessd.fabric.twin;

import java.util.function.LongFunction;

/**
 * How the twin's one switch is set and how much its hosts send.
 *
 * @param ecn marking, by rate of the queue in Mb/s
 * @param buffer lossless buffer, by rate of the queue in Mb/s
 * @param cableMetres of every link: decides what is in flight when a pause is sent
 * @param loadPercent 0 = silence, 40 = some bursts a second, 100 = bursts without rest
 */
public record TwinOptions(
    LongFunction<EcnProfile> ecn,
    LongFunction<SwitchBuffer> buffer,
    double cableMetres,
    int loadPercent) {
  public TwinOptions {
    Twin.checkLoad(loadPercent);
  }

  public static TwinOptions usual() {
    return new TwinOptions(EcnProfile::ofRate, SwitchBuffer::ofRate, 7, 40);
  }

  public TwinOptions withLoad(int percent) {
    return new TwinOptions(ecn, buffer, cableMetres, percent);
  }

  public TwinOptions withEcn(EcnProfile profile) {
    return new TwinOptions(rate -> profile, buffer, cableMetres, loadPercent);
  }

  public TwinOptions withBuffer(SwitchBuffer one) {
    return new TwinOptions(ecn, rate -> one, cableMetres, loadPercent);
  }
}
