/** Unix sockets that the fabric answers on. Knows neither hosts nor messages. */
@NullMarked
package dev.losslessd.fabric.door;

import org.jspecify.annotations.NullMarked;
