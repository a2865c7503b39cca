/** SSH against OpenSSH's own server, and against a server in this process for the odd cases. */
@NullMarked
package dev.losslessd.transport.ssh;

import org.jspecify.annotations.NullMarked;
