package dev.losslessd.driver;

import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A host without the program for the firmware. */
public record NoFirmware() implements NicFirmware {
  @Override
  public boolean isThere() {
    return false;
  }

  @Override
  public Optional<List<FirmwareEntry>> known(String pciAddress) {
    return Optional.empty();
  }

  @Override
  public List<FirmwareEntry> query(String pciAddress) {
    throw none();
  }

  @Override
  public void stage(String pciAddress, Map<String, String> values) {
    throw none();
  }

  private static TransportException none() {
    return new TransportException(TransportException.Kind.GONE, "no way to the firmware");
  }
}
