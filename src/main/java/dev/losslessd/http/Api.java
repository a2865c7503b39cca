package dev.losslessd.http;

import java.util.ArrayList;
import java.util.List;

/** The table of routes: everything that the daemon answers. */
final class Api {
  private Api() {}

  static List<Route> table(HttpSources sources) {
    Resources resources = new Resources(sources);
    List<Route> table = new ArrayList<>();
    table.addAll(new StatusRoutes(sources).routes());
    table.addAll(new MetricsRoutes(sources).routes());
    table.addAll(new InventoryRoutes(sources, resources).routes());
    table.addAll(new SaveRoutes(sources).routes());
    table.addAll(new AcceptRoutes(sources, resources).routes());
    table.addAll(new LinkRoutes(sources).routes());
    table.addAll(new PlanRoutes(sources).routes());
    table.addAll(new MaintenanceRoutes(sources, resources).routes());
    table.add(new DiffRoute(sources).route());
    table.addAll(new SettingRoutes(sources, resources).routes());
    table.add(
        Route.list("/openapi.json", "This description", "OpenApi", call -> describe(sources)));
    return List.copyOf(table);
  }

  /** Rarely asked for, so that it is made anew each time instead of being kept. */
  private static HttpReply describe(HttpSources sources) {
    return HttpReply.ok(OpenApi.document(table(sources), sources.version()));
  }
}
