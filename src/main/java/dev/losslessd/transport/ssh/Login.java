package dev.losslessd.transport.ssh;

import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Gives secrets when the device asks for them, each at most once per connect: a second try with the
 * same password can only lock the account.
 */
final class Login implements UserInfo, UIKeyboardInteractive {
  private final SshTarget target;
  private @Nullable Secret password;

  /** Whether the password was sent already. */
  private boolean given;

  Login(SshTarget target) {
    this.target = target;
    for (Credential credential : target.credentials()) {
      if (credential instanceof Credential.Password(var secret)) {
        password = secret;
      }
    }
  }

  /** The methods to try, in the library's words. */
  static String methods(SshTarget target) {
    List<String> methods = new ArrayList<>();
    for (Credential credential : target.credentials()) {
      switch (credential) {
        case Credential.KeyFile _ -> methods.add("publickey");
        case Credential.Password _ -> methods.addAll(List.of("password", "keyboard-interactive"));
      }
    }
    return String.join(",", methods.stream().distinct().toList());
  }

  @Override
  public boolean promptPassword(String question) {
    return password != null;
  }

  @Override
  public @Nullable String getPassword() {
    Secret once = once();
    return once == null ? null : text(once);
  }

  @Override
  public String[] promptKeyboardInteractive(
      String destination, String name, String instruction, String[] prompts, boolean[] echo) {
    String[] replies = new String[prompts.length];
    for (int i = 0; i < prompts.length; i++) {
      boolean wanted = !echo[i] && isPassword(prompts[i]) && !wantsNewPassword(name, prompts[i]);
      Secret secret = wanted ? once() : null;
      if (secret == null) {
        // returning nothing would send an empty answer, and that counts as a failed login
        throw TransportException.beforeSending(
            Kind.AUTH,
            target.label()
                + ": not let in: the device asks "
                + PrintableText.quoted(prompts[i])
                + (given && !echo[i] && isPassword(prompts[i])
                    ? " after it was given the password of " + target.user()
                    : ", for which no answer is set or left"),
            null);
      }
      replies[i] = text(secret);
    }
    return replies;
  }

  private static boolean isPassword(String prompt) {
    return prompt.toLowerCase(Locale.ROOT).contains("password");
  }

  private @Nullable Secret once() {
    Secret once = password;
    password = null;
    given |= once != null;
    return once;
  }

  private static boolean wantsNewPassword(String name, String prompt) {
    String lower = prompt.toLowerCase(Locale.ROOT);
    // an expired password: changing it by itself would lock out everybody else who uses it
    return name.equals("Password Change Required")
        || lower.contains("new password")
        || lower.contains("retype");
  }

  private static String text(Secret secret) {
    char[] chars = secret.read();
    try {
      return new String(chars);
    } finally {
      Arrays.fill(chars, '\0');
    }
  }

  @Override
  public @Nullable String getPassphrase() {
    return null;
  }

  @Override
  public boolean promptPassphrase(String question) {
    return false;
  }

  @Override
  public boolean promptYesNo(String question) {
    return false;
  }

  @Override
  public void showMessage(String message) {
    // the banner; nothing in it is meant for a program
  }
}
