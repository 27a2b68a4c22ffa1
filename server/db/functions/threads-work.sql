-- What happens to threads by itself (decision 142). For the owner alone.

-- Notifies of texts whose time has come. A text to people of the school waits on where they are not in their hours now. Answers how many.
create or replace function notify_due_texts(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  due record;
  starts timestamptz;
  many integer := 0;
begin
  for due in
    select x.school_id, x.id, x.thread_id, x.by_school, x.author_id, t.responsible_id from thread_texts x
    join threads t on t.school_id = x.school_id and t.id = x.thread_id
    join schools s on s.id = x.school_id and s.active
    where x.notified_at is null and x.taken_back_at is null and x.visible_from <= at
    order by x.visible_from, x.id
    for no key update of x skip locked
  loop
    if not due.by_school then
      starts := next_message_time(due.school_id, due.responsible_id, at);
      if starts > at then
        update thread_texts x set visible_from = starts where x.school_id = due.school_id and x.id = due.id;
        continue;
      end if;
    end if;
    update thread_texts x set notified_at = at where x.school_id = due.school_id and x.id = due.id;
    insert into outbox (event, school_id, actor_id, payload)
    values ('message', due.school_id, due.author_id, jsonb_build_object('threadId', due.thread_id, 'textId', due.id));
    many := many + 1;
  end loop;
  return many;
end $$;
revoke execute on function notify_due_texts(timestamptz) from public;

-- Gives open threads to who answers now: to the stand-in of who is away and back again, and of who no longer answers about the child to the
-- teacher who took over, else to the supervisor of the class, else to the office. Answers how many.
create or replace function move_threads(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  due record;
  answers uuid;
  stand_in uuid;
  next_id uuid;
  next_for uuid;
  many integer := 0;
begin
  for due in
    select t.*, (at at time zone s.time_zone)::date as today from threads t
    join schools s on s.id = t.school_id and s.active
    where t.turn <> 'done' and t.student_id is not null and t.responsible_id is not null
    order by t.id
  loop
    answers := coalesce(due.standing_for, due.responsible_id);
    if not may_answer_about(due.school_id, answers, due.student_id) then
      answers := coalesce((
        select r.to_teacher from teacher_replacements r
        where r.school_id = due.school_id and r.from_teacher = answers and r.done_at is not null and r.ended_at is null
          and may_answer_about(due.school_id, r.to_teacher, due.student_id)
        order by r.done_at desc limit 1), (
        select c.supervisor_id from students st
        join class_rooms c on c.school_id = due.school_id and c.id = st.class_room_id
        where st.school_id = due.school_id and st.id = due.student_id));
    end if;
    select min(p.stand_in_id::text)::uuid into stand_in from message_people p
    join school_members m on m.school_id = due.school_id and m.person_id = p.stand_in_id
    where p.school_id = due.school_id and p.person_id = answers and due.today between p.away_from and p.away_until;
    next_id := coalesce(stand_in, answers);
    next_for := case when stand_in is not null then answers end;
    continue when next_id is not distinct from due.responsible_id and next_for is not distinct from due.standing_for;

    update threads t set responsible_id = next_id, standing_for = next_for, version = t.version + 1, modified_at = now()
    where t.school_id = due.school_id and t.id = due.id and t.version = due.version and t.student_id = due.student_id;
    -- Somebody wrote or handed over meanwhile; the next run looks again.
    continue when not found;
    insert into thread_acts (school_id, id, thread_id, student_id, kind, to_id, after, at)
    values (due.school_id, gen_random_uuid(), due.id, due.student_id, 'moved', next_id, due.texts, at);
    if due.turn = 'school' then
      update thread_texts x set notified_at = null
      where x.school_id = due.school_id and x.thread_id = due.id and not x.by_school and x.number = due.texts;
    end if;
    many := many + 1;
  end loop;
  return many;
end $$;
revoke execute on function move_threads(timestamptz) from public;
