package dev.losslessd.commit;

/** Is told what the states of commits do not tell; for the audit. Must not throw. */
public interface Witness {
  /** Hears nothing. */
  Witness NONE =
      new Witness() {
        @Override
        public void refused(Request request, CommitException why) {}

        @Override
        public void decides(String commit, String actor) {}

        @Override
        public void frozen(boolean on, String actor) {}
      };

  /** A wish was not taken. */
  void refused(Request request, CommitException why);

  /** Somebody is about to confirm, extend or cancel; the commit's next state is theirs. */
  void decides(String commit, String actor);

  /** All writing stops or goes on. */
  void frozen(boolean on, String actor);
}
