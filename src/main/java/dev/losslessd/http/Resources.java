package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.CommitException;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Reading.State;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Sha256;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.Readings;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One setting of one port as REST shows it: what is wanted, what is, and whether they agree. */
record Resources(
    CommitEngine commitEngine,
    Readings readings,
    DeviceReport devices,
    InstantSource clock,
    CapabilityCache capabilities) {

  /** Whether anything here knows the target: the engine, discovery or the poller. */
  boolean known(Target target) {
    return commitEngine.targets().contains(target)
        || devices.nics().stream().anyMatch(n -> Target.port(n.nic().port()).equals(target))
        || readings.seen(target).isPresent();
  }

  /** Whether a target is known, or something of that device. */
  boolean knows(Target target) {
    return target instanceof Target.Device
        && (commitEngine.targets().stream().anyMatch(t -> t.device().equals(target.device()))
            || devices.devices().stream().anyMatch(one -> one.device().equals(target.device())));
  }

  /**
   * Version of what is wanted, which a write is conditional on. It changes when someone else
   * changes the intent, here or in the config file.
   */
  String wantedVersion(Key key) {
    String value = spec(key).map(SettingJson::text).orElse("null");
    return commitEngine.version(key) + "-" + Sha256.hex(value).substring(0, 8);
  }

  /** A resource with its ETag: the version of what is wanted, and a hash of the whole body. */
  HttpReply reply(Key key, Ask ask) {
    String wanted = wantedVersion(key); // before the body: one that is too old refuses a write
    HttpReply reply = HttpReply.ok(one(key, ask));
    return reply.with("ETag", Precondition.etag(wanted, reply));
  }

  Fields one(Key key, Ask ask) {
    Ask due = due(key.target(), ask);
    Observation seen = seen(key.target(), due);
    return one(key, seen, capabilities(key.target(), due));
  }

  /** All settings that a target has. */
  Fields whole(Target target, Ask wish) {
    Ask ask = due(target, wish);
    Observation seen = seen(target, ask);
    Capabilities capabilities = capabilities(target, ask);
    Fields settings = new Fields();
    for (SettingKind kind : seen.observed().readings().keySet()) {
      settings.with(kind.word(), one(new Key(target, kind), seen, capabilities));
    }
    return PlanJson.target(target).with("settings", settings);
  }

  /** When a request asks the device itself, behind all that write. */
  enum Ask {
    NEVER,
    /** Where there is no observation of it, or none since it was written. */
    WHERE_UNKNOWN,
    /** Always reads the device, or fails. */
    ALWAYS
  }

  /** Decided once: what is seen may come between. */
  private Ask due(Target target, Ask ask) {
    boolean known = readings.seen(target).isPresent();
    return ask == Ask.WHERE_UNKNOWN && known ? Ask.NEVER : ask;
  }

  private Observation seen(Target target, Ask due) {
    return switch (due) {
      case NEVER -> readings.seen(target).orElseGet(() -> notRead(target));
      case WHERE_UNKNOWN -> askOrSayWhyNot(target);
      case ALWAYS -> ask(target);
    };
  }

  private Observation notRead(Target target) {
    return new Observation(
        Observed.unread(target, "not read yet, or written since"), clock.instant());
  }

  Optional<Setting> spec(Key key) {
    return commitEngine.intent().wanted(key);
  }

  private Fields one(Key key, Observation seen, Capabilities capabilities) {
    Optional<Setting> spec = spec(key);
    Reading reading = seen.observed().reading(key.kind());
    Capability capability = capabilities.of(key.kind());
    InSync inSync = InSync.of(spec, reading);
    Layers layers = Layers.of(key, commitEngine.intent());
    List<Fields> conditions =
        Stream.concat(
                Stream.of(Layers.condition("InSync", inSync.word(), inSync.message())),
                layers.condition().stream())
            .toList();
    return layers
        .put(PlanJson.key(key).with("spec", spec.map(SettingJson::write)))
        .with("status", status(reading).with("observedAt", seen.at()))
        .with("access", Worded.of(capability.access()))
        .with("why", capability.why())
        .withAny("heldBy", Optional.ofNullable(capability.rule()).map(PlanRule::id))
        .with("risks", capability.risks().stream().sorted().toList())
        .with("version", commitEngine.version(key))
        .with("conditions", conditions);
  }

  static Fields status(Reading reading) {
    return switch (reading) {
      case Reading.Value value -> state(State.VALUE, value.setting()).withAny("note", value.note());
      case Reading.Staged staged ->
          state(State.STAGED, staged.inForce().orElse(null))
              .with("next", SettingJson.write(staged.next()))
              .with("until", staged.until().text());
      case Reading.Unsupported no -> state(State.UNSUPPORTED, null).with("reason", no.why());
      case Reading.Unread no -> state(State.UNREAD, null).with("reason", no.why());
    };
  }

  private static Fields state(State word, @Nullable Setting value) {
    return new Fields()
        .with("state", word)
        .with("value", Optional.ofNullable(value).map(SettingJson::write));
  }

  private Observation ask(Target target) {
    if (!commitEngine.targets().contains(target)) {
      throw ProblemException.of(
          409,
          "not-managed",
          "The target is only watched",
          target + " is watched, not managed: fresh=true cannot ask it; leave it away");
    }
    return new Observation(commitEngine.observe(target), clock.instant());
  }

  private Observation askOrSayWhyNot(Target target) {
    if (!commitEngine.targets().contains(target)) {
      return notRead(target);
    }
    try {
      return ask(target);
    } catch (CommitException e) {
      return new Observation(Observed.unread(target, e.getMessage()), clock.instant());
    }
  }

  /** Capabilities of a target; those known before a write may have changed. */
  private Capabilities capabilities(Target target, Ask due) {
    if (due == Ask.NEVER && readings.seen(target).isEmpty()) {
      return none(target, "not read yet");
    }
    if (!commitEngine.targets().contains(target)) {
      return none(target, "this target is watched, not managed");
    }
    try {
      return capabilities.of(target, due != Ask.NEVER);
    } catch (CommitException e) {
      return none(target, e.getMessage());
    }
  }

  private static Capabilities none(Target target, String why) {
    Map<SettingKind, Capability> all = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      all.put(kind, Capability.none(why));
    }
    return new Capabilities(target, all, 0);
  }
}
