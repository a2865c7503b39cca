package dev.losslessd.driver;

/** A vendor's behaviour. Stateless; the list of drivers is inventory/Drivers. */
public interface Driver {
  /** Everything that this driver may ever write. */
  Ledger ledger();
}
