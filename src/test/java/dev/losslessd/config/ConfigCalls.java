package dev.losslessd.config;

import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaMethodReference;
import dev.losslessd.house.MainClasses;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Who asks for the keys of the config. */
public final class ConfigCalls {
  private ConfigCalls() {}

  /** A key of the file: its component, and whether a reload takes it. */
  public record Asked(RecordComponent component, boolean live) {}

  /** Keys that are no sections, by their paths. */
  public static Map<String, Asked> keys() {
    Map<String, Asked> all = new LinkedHashMap<>();
    collect("", Config.class, all);
    return all;
  }

  private static void collect(String place, Class<?> record, Map<String, Asked> all) {
    Shape.Section section = Sections.of(record);
    Stream.of(record.getRecordComponents())
        .filter(one -> !one.isAnnotationPresent(Row.PlaceOf.class))
        .forEach(one -> {
          Row.Name name = one.getAnnotation(Row.Name.class);
          String key = name == null ? one.getName() : name.value();
          boolean live = !section.key(key).orElseThrow().restart();
          Class<?> below = innermost(one.getGenericType());
          if (below.isRecord() && LeafType.of(below) == null) {
            collect(place + key + ".", below, all);
          } else {
            all.put(place + key, new Asked(one, live));
          }
        });
  }

  private static Class<?> innermost(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      return innermost(of[of.length - 1]);
    }
    return (Class<?>) type;
  }

  /** Code outside the package that asks for a component, also by methods of the package. */
  public static Set<JavaCodeUnit> callers(RecordComponent component) {
    Class<?> record = component.getDeclaringRecord();
    JavaMethod accessor = MainClasses.all().get(record).getMethod(component.getName());
    List<JavaMethod> asked = new ArrayList<>(List.of(accessor));
    Set<JavaCodeUnit> callers = new LinkedHashSet<>();
    for (int next = 0; next < asked.size(); next++) {
      origins(asked.get(next))
          .forEach(origin -> {
            if (!origin.getOwner().getPackageName().equals(Config.class.getPackageName())) {
              callers.add(origin);
            } else if (origin instanceof JavaMethod method && !asked.contains(method)) {
              asked.add(method);
            }
          });
    }
    return callers;
  }

  /** Code that calls a method, hands it on, or reads the field of its name. */
  private static Stream<JavaCodeUnit> origins(JavaMethod method) {
    Stream<JavaCodeUnit> fields =
        method.getOwner().tryGetField(method.getName()).stream()
            .flatMap(field -> field.getAccessesToSelf().stream())
            .map(JavaFieldAccess::getOrigin)
            .filter(origin -> !origin.isConstructor());
    return Stream.of(
            method.getCallsOfSelf().stream().map(JavaMethodCall::getOrigin),
            method.getReferencesToSelf().stream().map(JavaMethodReference::getOrigin),
            fields)
        .flatMap(each -> each);
  }
}
