package dev.losslessd.http;

import io.javalin.http.Context;

/** Decides who a caller of a listener is. */
interface Admission {
  /**
   * @return who asks, and what they may do
   * @throws ProblemException 401, 403 or 429
   */
  Caller admit(Context ctx);

  /** The problem of a caller who showed nothing where something is needed: 401. */
  ProblemException nothingShown();

  /** Header {@code WWW-Authenticate} of answers with 401. */
  String challenge();
}
