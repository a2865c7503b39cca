package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Services of a host that its responders need. All calls come with the fabric's lock held. */
interface Site {
  /** The NIC with this network device, if it is there now. */
  @Nullable FakeNic nic(String ifname);

  /** Sends a message to all who listen to the kernel. */
  void tell(ByteBuffer message);

  /** Notes a write request. */
  void log(String line);

  /** Takes the link down and soon up again. */
  void bounce(FakeNic nic);
}
