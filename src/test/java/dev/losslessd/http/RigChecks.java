package dev.losslessd.http;

import dev.losslessd.checks.HostFacts;
import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.DeviceId;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.JobHosts;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.LosslessClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The host of a rig as jobs and checks see it. */
final class RigChecks {
  final List<HostFacts> facts = new ArrayList<>();
  final ReadinessBoard board =
      new ReadinessBoard(() -> Instant.parse("2026-03-01T10:00:00Z"), facts::getFirst);

  JobHosts jobHosts(DeviceReport devices, Judgement judgement, CommitEngine engine) {
    return new JobHosts(
        new DeviceId("gpu01"),
        devices,
        judgement,
        new LosslessClass(() -> RigPolicy.CLASSES, engine::intent),
        board);
  }
}
