package dev.losslessd.http;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests that ask to be taken for another method, before they are routed: Javalin routes
 * by that header, so that a GET would run a POST.
 */
final class MethodOverrides extends Handler.Wrapper {
  static final List<String> HEADERS =
      List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override");

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    for (String header : HEADERS) {
      if (request.getHeaders().contains(header)) {
        Response.writeError(
            request, response, callback, 400, "header " + header + " is not accepted");
        return true;
      }
    }
    return super.handle(request, response, callback);
  }
}
