/** Tests of the REST API over real sockets, with a real engine on a fake NIC. */
@NullMarked
package dev.losslessd.http;

import org.jspecify.annotations.NullMarked;
