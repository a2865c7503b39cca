package dev.losslessd.http;

import java.time.Duration;

/**
 * Bounds that keep clients from taking the daemon's memory and threads; config section {@code
 * http.limits}.
 *
 * @param connections open at once on each TCP address; a new one displaces the oldest that has not
 *     asked anything yet, then the longest idle; default 128
 * @param header time from the opening of a connection to the end of its first request's header;
 *     default 10 s
 * @param body time for a whole request body; default 30 s
 * @param idle time from an answer to the end of the next request's header; default 75 s
 * @param write time for a whole answer to be taken by the client; default 30 s
 * @param smallBody largest request body without authority, in bytes; default 64 KiB
 * @param largeBody largest request body with authority, in bytes; default 1 MiB. One that is larger
 *     than {@code smallBody} is read and handled alone
 * @param largeAnswers pages and lists that are made or written at once; default 4
 * @param largestAnswer largest page or list, in bytes as it is sent; default 8 MiB
 */
public record HttpLimits(
    int connections,
    Duration header,
    Duration body,
    Duration idle,
    Duration write,
    int smallBody,
    int largeBody,
    int largeAnswers,
    int largestAnswer) {
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          128,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(75),
          Duration.ofSeconds(30),
          64 * 1024,
          1024 * 1024,
          4,
          8 * 1024 * 1024);
}
