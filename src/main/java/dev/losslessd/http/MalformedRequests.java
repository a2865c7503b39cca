package dev.losslessd.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Errors that Jetty answers by itself, as problems: broken HTTP, ambiguous paths. */
final class MalformedRequests extends ErrorHandler {
  private final HttpCounts counts;

  MalformedRequests(HttpCounts counts) {
    this.counts = counts;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object message = request.getAttribute(ERROR_MESSAGE);
    Problem problem = Failures.malformed(response.getStatus(), String.valueOf(message));
    if (problem.slug().equals(Problem.INTERNAL)) {
      counts.count(HttpCounts.Event.UNEXPECTED);
    }
    describe(response.getHeaders());
    response.write(true, ByteBuffer.wrap(problem.reply().body()), callback);
    return true;
  }

  private static void describe(HttpFields.Mutable fields) {
    fields.put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    fields.put(HttpHeader.CACHE_CONTROL, "no-store");
    fields.put("X-Content-Type-Options", "nosniff");
  }
}
