-- Requests sign in as this role instead of becoming it: it is a member of no other, so no statement leads out of it.
-- The limits bind what runs outside a transaction. An owner who may not change roles goes on: the start checks the
-- account, and says what is missing.
do $$
begin
  if not (select rolcanlogin and rolconfig is not null from pg_roles where rolname = 'kashkool_app') then
    alter role kashkool_app login;
    alter role kashkool_app set statement_timeout = '2s';
    alter role kashkool_app set lock_timeout = '1500ms';
    alter role kashkool_app set idle_in_transaction_session_timeout = '10s';
  end if;
exception when insufficient_privilege or internal_error then null;
end $$;
