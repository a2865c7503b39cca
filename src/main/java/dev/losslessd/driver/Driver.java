package dev.losslessd.driver;

/** A vendor's behaviour. Stateless; the list of drivers is app/Drivers. */
public interface Driver {
  /** Name of the driver: {@code mlx5}, {@code generic}, {@code nxos}. */
  String name();

  /** Everything that this driver may ever write. */
  Ledger ledger();
}
