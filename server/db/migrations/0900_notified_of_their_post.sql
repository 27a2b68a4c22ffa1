-- Whether a person to whom a post was addressed is notified of it now (0681), as a value: a database that is spread by school plans no
-- sub-select about a row of the inbox, whose items are of several schools. PostgreSQL puts it in place, so that it costs nothing there.
create function is_notified_of_their_post(of_school uuid, of_post uuid, person uuid) returns boolean
language sql stable as $$
  select exists (
    select from post_readers r
    where r.school_id = of_school and r.post_id = of_post and r.person_id = person
      and is_notified_of_post(r.school_id, r.post_id, r.person_id, r.student_ids))
$$;
grant execute on function is_notified_of_their_post(uuid, uuid, uuid) to kashkool_app;

create or replace function items_of_notice(notice uuid)
returns table (id uuid, kind text, first_name text, is_on boolean, at timestamptz)
language sql stable rows 3 as $$
  select i.id, i.kind, i.first_name, i.is_on, i.at from inbox_seen i
  where i.id in (select n.item_id from notice_items n where n.notice_id = notice) and i.read_at is null
    and (i.kind <> 'post' or is_notified_of_their_post(i.at_school_id, i.work_id, i.person_id))
$$;
