package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaMethodReference;
import dev.losslessd.config.Config;
import dev.losslessd.config.ListenAddress;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.config.WebConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator may write into the config does something: somebody else asks for it. */
class ConfigIsUsedTest {
  @Test
  void eachAccessorOfTheConfigIsCalledOutsideItsPackage() {
    TreeSet<String> idle = new TreeSet<>();
    for (Class<?> part : parts()) {
      JavaClass record = MainClasses.all().get(part);
      for (var component : part.getRecordComponents()) {
        JavaMethod accessor = record.getMethod(component.getName());
        if (!isCalled(record, accessor)) {
          idle.add(part.getSimpleName() + "." + component.getName());
        }
      }
    }
    assertThat(parts()).hasSizeGreaterThan(15);
    assertThat(idle).as("accepted by the config, and used by nobody").isEmpty();
  }

  private static List<Class<?>> parts() {
    List<Class<?>> all =
        new ArrayList<>(List.of(Config.class, ListenAddress.class, TlsConfig.class));
    all.add(WebConfig.class);
    for (Class<?> one : List.of(Config.class, TlsConfig.class, WebConfig.class)) {
      Stream.of(one.getDeclaredClasses()).filter(Class::isRecord).forEach(all::add);
    }
    return all;
  }

  /** Also by a method of the part itself, such as a port out of an address, that is called. */
  private static boolean isCalled(JavaClass record, JavaMethod accessor) {
    return origins(accessor).anyMatch(ConfigIsUsedTest::isOutside)
        || Stream.concat(
                origins(accessor),
                record.getField(accessor.getName()).getAccessesToSelf().stream()
                    .map(JavaFieldAccess::getOrigin))
            .filter(origin -> !origin.isConstructor() && !origin.equals(accessor))
            .anyMatch(origin ->
                origin instanceof JavaMethod method
                    && origins(method).anyMatch(ConfigIsUsedTest::isOutside));
  }

  /** Code that calls a method, or hands it on. */
  private static Stream<JavaCodeUnit> origins(JavaMethod method) {
    return Stream.concat(
        method.getCallsOfSelf().stream().map(JavaMethodCall::getOrigin),
        method.getReferencesToSelf().stream().map(JavaMethodReference::getOrigin));
  }

  private static boolean isOutside(JavaCodeUnit origin) {
    return !origin.getOwner().getPackageName().equals(Config.class.getPackageName());
  }
}
