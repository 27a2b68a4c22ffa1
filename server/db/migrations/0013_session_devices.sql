-- With which browser a session was opened, so that a person knows his own sessions apart.
alter table sessions add column user_agent text
  constraint sessions_user_agent_length check (char_length(user_agent) <= 300);
