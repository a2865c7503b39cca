package dev.losslessd.http;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests that can be taken for two, before they are routed: those that ask to be taken
 * for another method, by which Javalin would run a POST for a GET, and those with two values of a
 * header of which only one would count.
 */
final class MethodOverrides extends Handler.Wrapper {
  static final List<String> HEADERS =
      List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override");

  /** Headers that come once. */
  static final List<String> ONCE =
      List.of(
          ("Authorization Content-Type Idempotency-Key If-Match If-None-Match"
                  + " Last-Event-ID Origin Prefer")
              .split(" "));

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    for (String header : HEADERS) {
      if (request.getHeaders().contains(header)) {
        Response.writeError(
            request, response, callback, 400, "header " + header + " is not accepted");
        return true;
      }
    }
    for (String header : ONCE) {
      if (request.getHeaders().getFields(header).size() > 1) {
        Response.writeError(request, response, callback, 400, "header " + header + " comes twice");
        return true;
      }
    }
    return super.handle(request, response, callback);
  }
}
