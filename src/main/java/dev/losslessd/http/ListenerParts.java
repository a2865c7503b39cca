package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;

/** What the listeners of a server have in common. */
record ListenerParts(HttpLimits limits, HttpTime time, HttpCounts counts, DeniedWrites denied) {}
