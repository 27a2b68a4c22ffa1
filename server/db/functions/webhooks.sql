-- What programs of others are notified of (decision 157). Each trigger stores messages in the transaction of the change, for the active webhooks
-- of its school alone, so a change is never missed, whoever makes it, and a school without webhooks stores nothing.

-- The messages of an event about some things, a hundred ids in one.
create or replace function queue_webhook(of_school uuid, of_event text, field text, ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into webhook_deliveries (school_id, id, webhook_id, event, data)
  select w.school_id, gen_random_uuid(), w.id, of_event,
    jsonb_build_object('schoolId', of_school, field, to_jsonb(ids[part.first : part.first + 99]))
  from webhooks w
  cross join generate_series(1, cardinality(ids), 100) as part (first)
  where w.school_id = of_school and w.active and of_event = any (w.events);
  if found then
    perform pg_notify('webhooks', '');
  end if;
end $$;
revoke execute on function queue_webhook(uuid, text, text, uuid[]) from public;

-- Rows of students or of classes that were added or changed, or are gone.
create or replace function notify_webhooks_of_rows() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
begin
  for one in
    select w.school_id, array(select distinct c.id from changed c where c.school_id = w.school_id) as ids
    from (select distinct x.school_id from webhooks x where x.active and x.school_id in (select c.school_id from changed c)) w
  loop
    perform queue_webhook(one.school_id, tg_argv[0], tg_argv[1], one.ids);
  end loop;
  return null;
end $$;
create or replace trigger notify_webhooks_of_new after insert on students referencing new table as changed
  for each statement execute function notify_webhooks_of_rows('student.changed', 'studentIds');
create or replace trigger notify_webhooks_of_changed after update on students referencing new table as changed
  for each statement execute function notify_webhooks_of_rows('student.changed', 'studentIds');
create or replace trigger notify_webhooks_of_deleted after delete on students referencing old table as changed
  for each statement execute function notify_webhooks_of_rows('student.changed', 'studentIds');
create or replace trigger notify_webhooks_of_new after insert on class_rooms referencing new table as changed
  for each statement execute function notify_webhooks_of_rows('class.changed', 'classRoomIds');
create or replace trigger notify_webhooks_of_changed after update on class_rooms referencing new table as changed
  for each statement execute function notify_webhooks_of_rows('class.changed', 'classRoomIds');
create or replace trigger notify_webhooks_of_deleted after delete on class_rooms referencing old table as changed
  for each statement execute function notify_webhooks_of_rows('class.changed', 'classRoomIds');
create or replace trigger notify_webhooks_of_new after insert on fee_postings referencing new table as changed
  for each statement execute function notify_webhooks_of_rows('fees.posted', 'postingIds');

-- The current year became another one, or none.
create or replace function notify_webhooks_of_year() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform queue_webhook(new.school_id, 'year.turned', 'schoolYearIds', array[new.id]);
  return null;
end $$;
create or replace trigger notify_webhooks_of_new after insert on school_years
  for each row when (new.active) execute function notify_webhooks_of_year();
create or replace trigger notify_webhooks_of_changed after update on school_years
  for each row when (old.active is distinct from new.active or old.completed is distinct from new.completed)
  execute function notify_webhooks_of_year();

-- A register that was saved. Its counts are computed later and change nothing of it.
create or replace function notify_webhooks_of_sheet() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into webhook_deliveries (school_id, id, webhook_id, event, data)
  select w.school_id, gen_random_uuid(), w.id, 'attendance.saved',
    jsonb_build_object('schoolId', new.school_id, 'classRoomId', new.class_room_id, 'date', new.date)
  from webhooks w
  where w.school_id = new.school_id and w.active and 'attendance.saved' = any (w.events);
  if found then
    perform pg_notify('webhooks', '');
  end if;
  return null;
end $$;
create or replace trigger notify_webhooks_of_new after insert on attendance_sheets
  for each row execute function notify_webhooks_of_sheet();
create or replace trigger notify_webhooks_of_changed after update on attendance_sheets
  for each row when (old.version is distinct from new.version) execute function notify_webhooks_of_sheet();

-- Events of the outbox that are for programs too.
create or replace function notify_webhooks_of_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
begin
  for one in
    select a.school_id, a.event, a.payload from added a
    where a.event in ('marks published', 'mark corrected', 'results published')
      and exists (select from webhooks w where w.school_id = a.school_id and w.active)
  loop
    if one.event = 'marks published' then
      perform queue_webhook(one.school_id, 'marks.published', 'examIds',
        array(select (e ->> 'examId')::uuid from jsonb_array_elements(one.payload -> 'exams') e));
    elsif one.event = 'mark corrected' then
      perform queue_webhook(one.school_id, 'marks.published', 'examIds', array[(one.payload ->> 'examId')::uuid]);
    else
      perform queue_webhook(one.school_id, 'result.published', 'closingIds', array[(one.payload ->> 'closingId')::uuid]);
      -- Results may be published for a later moment, before which they cannot be read.
      update webhook_deliveries d set next_try_at = c.published_at
      from term_closings c
      where d.school_id = one.school_id and d.event = 'result.published' and d.attempts = 0 and d.delivered_at is null
        and c.school_id = one.school_id and c.id = (one.payload ->> 'closingId')::uuid
        and d.data -> 'closingIds' ->> 0 = one.payload ->> 'closingId' and c.published_at > d.next_try_at;
    end if;
  end loop;
  return null;
end $$;
create or replace trigger notify_webhooks after insert on outbox referencing new table as added
  for each statement execute function notify_webhooks_of_event();

-- Whether a webhook still is what somebody has to look at.
create or replace function is_webhook_paused(of_school uuid, of_webhook uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from webhooks w where w.school_id = of_school and w.id = of_webhook and w.active and w.paused_at is not null);
end;
revoke execute on function is_webhook_paused(uuid, uuid) from public;
grant execute on function is_webhook_paused(uuid, uuid) to kashkool_app;
