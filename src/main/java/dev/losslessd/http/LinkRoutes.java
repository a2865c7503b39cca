package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Verdict;
import dev.losslessd.model.Verdict.Words;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.DeviceReport.DeviceHealth;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import dev.losslessd.watch.Judgement;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Routes for cables, whether both their ends fit together, and switches between. */
record LinkRoutes(Judgement judgement, DeviceReport devices) {
  private static final String STATE = "state";
  private static final List<String> VERDICTS =
      Stream.of(Verdict.OK, Verdict.BROKEN, Verdict.UNKNOWN).map(Words.LINK::of).toList();

  List<Route> routes() {
    return List.of(
        Route.list(
                "/api/v1/links", "Known links and the contract of both ends", "Links", this::links)
            .choice(STATE, "only those with this verdict", VERDICTS)
            .byPort()
            .pages("gpu01:ens1f0np0 leaf1:Ethernet1/7"),
        Route.list("/api/v1/switches", "Switches of this fabric", "Switches", this::switches)
            .choice(STATE, "only those that answer, or do not", List.of("up", "down"))
            .byDevice()
            .byLabel()
            .pages("leaf1"));
  }

  /** A link is asked for by either end. */
  private HttpReply links(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    return new NamedPage<LinkContract, String>(
            one -> one.link().a() + " " + one.link().b(), Function.identity())
        .answer(
            call.query(),
            judgement.contracts().stream()
                .filter(one -> filter.takes(one.link().a()) || filter.takes(one.link().b()))
                .filter(one -> filter.takes(STATE, Words.LINK.of(one.verdict()))),
            LinkRoutes::link);
  }

  private static Fields link(LinkContract contract) {
    Link link = contract.link();
    return new Fields()
        .with("a", link.a())
        .with("b", link.b())
        .with("cableMetres", link.cableMetres())
        .with("source", Worded.of(link.source()))
        .with("verdict", Words.LINK.of(contract.verdict()))
        .with("checks", checks(contract));
  }

  static List<Fields> checks(LinkContract contract) {
    return contract.checks().stream()
        .map(check -> Fields.of(check).with("verdict", Words.LINK.of(check.verdict())))
        .toList();
  }

  private HttpReply switches(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    return new NamedPage<KnownSwitch, DeviceId>(one -> one.health().device(), DeviceId::new)
        .answer(
            call.query(),
            devices.switches().stream()
                .filter(one -> filter.takes(one.health().device()))
                .filter(one -> filter.takes(one.labels()))
                .filter(one -> filter.takes(STATE, one.health().up() ? "up" : "down")),
            LinkRoutes::leaf);
  }

  private static Fields leaf(KnownSwitch leaf) {
    DeviceHealth health = leaf.health();
    return new Fields()
        .with("name", health.device())
        .with("os", leaf.os())
        .with("address", leaf.address())
        .with("managed", leaf.managed())
        .with("up", health.up())
        .with("lastSuccess", health.lastSuccess())
        .with("reason", health.reason())
        .with("labels", leaf.labels())
        .with("ports", leaf.ports());
  }
}
