package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;

/** A setting through another's access, with the rules of one make around it. */
public interface ForwardingAccess extends SettingAccess {
  /** Access that takes every call that the make has no rule for. */
  SettingAccess plain();

  @Override
  default SettingKind kind() {
    return plain().kind();
  }

  @Override
  default Capability capability(DcbView dcb) {
    return plain().capability(dcb);
  }

  @Override
  default Reading read(DcbView dcb) {
    return plain().read(dcb);
  }

  @Override
  default void write(Setting after) {
    plain().write(after);
  }
}
