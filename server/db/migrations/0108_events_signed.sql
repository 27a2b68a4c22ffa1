-- What must follow a commit is published by the server or not at all: raw SQL could otherwise send anybody an SMS or a
-- notice in the name of a school. One statement whether or not it stores anything.
create function publish_event(event text, school uuid, actor uuid, payload text, stores boolean, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'publish event', event, school::text, actor::text, payload);
  insert into public.outbox (event, school_id, actor_id, payload) select event, school, actor, payload::jsonb where stores;
end $$;

revoke insert on outbox from kashkool_app;
drop policy anybody_writes on outbox;
