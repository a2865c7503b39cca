package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.EventStream;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The table of routes: everything that the daemon answers. */
final class Api {
  private Api() {}

  /** The routes as a document describes them; not for a server. */
  static List<Route> table(HttpSources sources, HttpTime time) {
    return table(sources, time, HttpLimits.usual(), new HttpCounts());
  }

  static List<Route> table(
      HttpSources sources, HttpTime time, HttpLimits limits, HttpCounts counts) {
    MetricsPages pages = new MetricsPages(sources.metrics(), limits, time, counts);
    counts.watch(pages::trouble);
    CommitEngine engine = sources.commitEngine();
    DeviceReport devices = sources.devices();
    Readings readings = sources.readings();
    Judgement judgement = sources.judgement();
    InstantSource clock = sources.about().clock();
    Resources resources =
        new Resources(
            engine, readings, devices, clock, new CapabilityCache(clock, engine::capabilities));
    Submission submission =
        new Submission(
            engine,
            judgement,
            devices,
            sources.usualWaves(),
            new IdempotencyCache(engine),
            new CommitWait(engine, time));
    FlightRoutes flights = new FlightRoutes(readings, clock);
    List<Route> table = new ArrayList<>();
    table.addAll(new StatusRoutes(sources, counts::troubles, clock.instant()).routes());
    table.addAll(new MetricsRoutes(pages).routes());
    table.addAll(new InventoryRoutes(engine, devices, sources.nicReads()).routes());
    table.add(new PortRoutes(engine, devices, readings, judgement).route());
    EventStream events = sources.events();
    table.add(
        new EventRoutes(
                events, new EventFrames(events), new EventJson(events), EventPace.USUAL, time)
            .route());
    table.addAll(new FindingRoutes(readings, judgement).routes());
    table.add(new CounterRoute(readings, devices, sources.nicReads(), resources, clock).route());
    table.addAll(new SaveRoutes(devices, engine.saves(), engine.writePolicy()).routes());
    table.addAll(new AcceptRoutes(engine.identities(), resources).routes());
    table.addAll(new TrustRoutes(engine.identities(), sources.trust()).routes());
    table.add(new EnvRoute(sources.jobHosts(), sources.about()).route());
    table.add(new ReadinessRoute(sources.hostChecks(), sources.about()).route());
    table.addAll(new LinkRoutes(judgement, devices).routes());
    table.addAll(new PlanRoutes(engine, devices, judgement, submission).routes());
    table.addAll(new IntentRoutes(engine, submission).routes());
    table.addAll(new MaintenanceRoutes(engine, resources).routes());
    table.addAll(new ReleaseRoutes(engine.releases(), resources, submission).routes());
    table.addAll(new ConfigRoutes(sources.reload()).routes());
    table.addAll(new TokenRoutes(sources.tokens()).routes());
    table.add(new DiffRoute(engine, readings).route());
    table.addAll(new SettingRoutes(engine, resources, flights, submission).routes());
    table.add(
        Route.list(
            "/openapi.json", "This description", "OpenApi", call -> describe(sources, time)));
    return List.copyOf(table);
  }

  /** Rarely asked for, so that it is made anew each time instead of being kept. */
  private static HttpReply describe(HttpSources sources, HttpTime time) {
    return HttpReply.ok(OpenApi.document(table(sources, time), sources.about().version()));
  }
}
