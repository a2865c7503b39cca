package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Services of a host that its responders need. All calls come with the fabric's lock held. */
interface Site {
  /** The NIC with this network device, if it is there now. */
  @Nullable FakeNic nic(String ifname);

  /** Sends a message to all listeners of the kernel's groups. */
  void tell(ByteBuffer message);

  /** Adds a write request to the log. */
  void log(String line);

  /** Takes the link down and soon up again. */
  void bounce(FakeNic nic);
}
