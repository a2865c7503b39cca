package dev.losslessd.fabric.twin;

import dev.losslessd.model.DcqcnParameter;

/**
 * DCQCN's sender side in NVIDIA's variant: alpha, cut, and the three ways of increase. The byte
 * stage is off, because the scale of rpg_byte_reset is not known.
 */
final class ReactionPoint {
  private final TwinPort port;
  private boolean limited;
  private double alpha;
  private double rateMbps;
  private double targetMbps;
  private int stage;
  private double sinceIncreaseMicros;

  ReactionPoint(TwinPort port) {
    this.port = port;
    this.rateMbps = port.mbps();
    this.targetMbps = port.mbps();
  }

  double rateMbps() {
    return limited ? Math.min(rateMbps, (double) port.mbps()) : port.mbps();
  }

  void react(long cnps, double micros) {
    if (cnps > 0) {
      cut(cnps, micros);
    } else if (limited) {
      alpha *= Math.pow(keep(), micros / alphaPeriod());
      increase(micros);
    }
  }

  private void cut(long cnps, double micros) {
    if (!limited) {
      start();
    }
    double seen = Math.min((double) cnps, micros / alphaPeriod());
    alpha = 1 - (1 - alpha) * Math.pow(keep(), seen);
    double most = Math.max(1, micros / Math.max(1, value(DcqcnParameter.REDUCE_PERIOD)));
    for (int n = 0; n < Math.min(cnps, (long) most); n++) {
      cutOnce();
    }
    sinceIncreaseMicros = 0;
  }

  private void start() {
    limited = true;
    alpha = value(DcqcnParameter.INITIAL_ALPHA) / 1024.0;
    long first = value(DcqcnParameter.FIRST_CNP_RATE);
    rateMbps = first == 0 ? port.mbps() : Math.min(first, port.mbps());
    targetMbps = rateMbps;
    stage = 0;
  }

  private void cutOnce() {
    if (value(DcqcnParameter.CLAMP_TARGET_RATE) == 1 || stage != 0) {
      targetMbps = rateMbps;
    }
    double left = 1 - alpha * Math.pow(2, 10.0 - value(DcqcnParameter.GD));
    double least = value(DcqcnParameter.MIN_DECREASE_FACTOR) / 100.0;
    rateMbps = Math.max(floorMbps(), rateMbps * Math.clamp(left, Math.min(least, 1), 1));
    stage = 0;
  }

  private void increase(double micros) {
    double period = Math.max(1, value(DcqcnParameter.TIME_RESET));
    sinceIncreaseMicros += micros;
    while (limited && sinceIncreaseMicros >= period) {
      sinceIncreaseMicros -= period;
      increaseOnce();
    }
  }

  private void increaseOnce() {
    long threshold = value(DcqcnParameter.THRESHOLD);
    if (stage == threshold) {
      targetMbps += value(DcqcnParameter.AI_RATE);
    } else if (stage > threshold) {
      targetMbps += value(DcqcnParameter.HAI_RATE);
    }
    double ceiling = ceilingMbps();
    targetMbps = Math.min(targetMbps, ceiling);
    rateMbps = (rateMbps + targetMbps) / 2;
    stage++;
    limited = rateMbps < ceiling * 0.999;
  }

  private double ceilingMbps() {
    long max = value(DcqcnParameter.MAX_RATE);
    return max == 0 ? port.mbps() : Math.min(max, port.mbps());
  }

  private double floorMbps() {
    return Math.clamp(value(DcqcnParameter.MIN_RATE), 1L, port.mbps());
  }

  private double keep() {
    return Math.min(value(DcqcnParameter.ALPHA_KEEP), 1023) / 1024.0;
  }

  private double alphaPeriod() {
    return Math.max(1, value(DcqcnParameter.ALPHA_PERIOD));
  }

  private long value(DcqcnParameter parameter) {
    return port.dcqcn(parameter);
  }
}
