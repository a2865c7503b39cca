/** Javalin routes, JSON shapes, problems, authentication. The only place that knows HTTP. */
@NullMarked
package dev.losslessd.http;

import org.jspecify.annotations.NullMarked;
