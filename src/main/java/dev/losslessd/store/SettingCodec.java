package dev.losslessd.store;

import dev.losslessd.model.Change;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingShape;
import dev.losslessd.model.SettingShape.Later;
import dev.losslessd.model.Target;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings and changes as bytes. Enumerations go by name, so that their order is free. */
final class SettingCodec {
  private SettingCodec() {}

  static void write(DataOutputStream out, Setting setting) throws IOException {
    SettingKind kind = setting.kind();
    SettingShape<?> shape = kind.shape();
    Map<String, Object> plain = shape.plain(setting);
    Later<?> later = shape.later().orElse(null);
    if (later != null && later.fields().stream().anyMatch(f -> plain.containsKey(f.name()))) {
      out.writeByte(later.tag());
      FieldBytes.write(out, later.fields(), plain);
    } else {
      out.writeByte(kind.tag());
      FieldBytes.write(out, shape, plain);
    }
  }

  static Setting read(DataInputStream in) throws IOException {
    int tag = in.readUnsignedByte();
    for (SettingKind kind : SettingKind.values()) {
      SettingShape<?> shape = kind.shape();
      if (kind.tag() == tag) {
        return shape.value(FieldBytes.read(in, shape));
      }
      Later<?> later = shape.later().orElse(null);
      if (later != null && later.tag() == tag) {
        Map<String, Object> plain = FieldBytes.read(in, later.fields());
        plain.putAll(later.implied());
        return shape.value(plain);
      }
    }
    throw new IOException("unknown setting " + tag);
  }

  static void write(DataOutputStream out, Change change) throws IOException {
    out.writeUTF(change.target().text());
    write(out, change.before());
    write(out, change.after());
    out.writeUTF(change.wordsBefore());
    out.writeUTF(change.wordsAfter());
    Counted.write(out, change.touches(), (to, port) -> to.writeUTF(port.toString()));
    out.writeByte(change.risks().size());
    for (Risk risk : change.risks()) {
      out.writeUTF(risk.name());
    }
  }

  /**
   * @param withWords false for records of the first releases, which had none
   */
  static Change readChange(DataInputStream in, boolean withWords) throws IOException {
    Target target = Target.parse(in.readUTF());
    Setting before = read(in);
    Setting after = read(in);
    String wordsBefore = withWords ? in.readUTF() : "";
    String wordsAfter = withWords ? in.readUTF() : "";
    List<PortId> touches = Counted.read(in, from -> PortId.parse(from.readUTF()));
    Set<Risk> risks = EnumSet.noneOf(Risk.class);
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      risks.add(Risk.valueOf(in.readUTF()));
    }
    return new Change(target, before, after, wordsBefore, wordsAfter, touches, risks);
  }
}
