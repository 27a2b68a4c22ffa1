-- Results of a term, papers about them, and the move into the next year (decisions 060, 061 and 062).

-- The mark of conduct of students within these days, for the results of a term: what parents see counts, and nothing else. No row
-- where the school has no mark of conduct.
create or replace function conduct_marks(p_school uuid, p_students uuid[], p_from date, p_to date)
returns table (student_id uuid, mark numeric, full_mark numeric, merits numeric, breaches numeric)
language sql stable
begin atomic
  select one.id, greatest(0, least(s.full_mark, coalesce(s.starts_at, s.full_mark) + r.merits - r.breaches)), s.full_mark,
    r.merits, r.breaches
  from conduct_settings s
  cross join unnest(p_students) as one (id)
  cross join lateral (
    select coalesce(sum(c.points) filter (where c.is_merit), 0) as merits,
      coalesce(sum(c.points) filter (where not c.is_merit), 0) as breaches
    from conduct_records c
    where c.school_id = p_school and c.student_id = one.id and c.day between p_from and p_to
      and c.published_at is not null and c.withdrawn_at is null) r
  where s.school_id = p_school and s.full_mark is not null;
end;

-- A paper is never changed: only revoked, once, and counted.
create or replace function keep_papers() returns trigger
language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at
    or (to_jsonb(new) - array['revoked_at', 'revoked_by', 'reason', 'copies', 'checks'])
      is distinct from (to_jsonb(old) - array['revoked_at', 'revoked_by', 'reason', 'copies', 'checks']) then
    raise exception 'papers is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What a person may learn who has a paper or a receipt of fees in their hands: of the one with this id and this content alone, and only what
-- stands here; of a card of a year its sum, where it has one, of a receipt the amount. A reversed receipt counts as revoked. Each look is counted.
create or replace function verify_paper(of_id uuid, of_hash bytea)
returns table (school_name text, kind text, number text, student_name text, class_room_name text, issued_on date, result text,
  revoked_on date)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  with paper as (
    update papers p set checks = p.checks + 1
    from schools s
    where p.id = of_id and p.content_hash = of_hash and s.id = p.school_id
    returning p.content ->> 'schoolName', p.kind, p.number || '/' || p.year, p.content ->> 'shortName', p.content ->> 'classRoomName',
      p.issued_on, coalesce(p.content -> 'result' ->> 'shown', nullif(p.content -> 'yearResult' ->> 'shown', '')),
      (p.revoked_at at time zone s.time_zone)::date
  ), receipt as (
    update fee_receipts r set checks = r.checks + 1
    where r.id = of_id and r.content_hash = of_hash
    returning r.content ->> 'schoolName', r.content ->> 'kind', r.number || '/' || r.year, r.content ->> 'shortName',
      coalesce(r.content -> 'students' -> 0 ->> 'className', ''), (r.content ->> 'day')::date,
      concat(r.content ->> 'amount', ' ', r.content ->> 'currency'),
      (select (a.content ->> 'day')::date from fee_receipts a where a.school_id = r.school_id and a.reverses = r.id)
  )
  select * from paper union all select * from receipt
$$;
revoke execute on function verify_paper(uuid, bytea) from public;
grant execute on function verify_paper(uuid, bytea) to kashkool_app;

-- A closing that is opened again revokes the papers that were issued from it.
create or replace function revoke_papers_of_closing() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update papers set revoked_at = new.reopened_at, revoked_by = new.reopened_by, reason = 'reopened'
  where school_id = new.school_id and revoked_at is null
    and (closing_id = new.id or kind = 'yearCard' and new.id = any (closing_ids));
  return null;
end $$;
revoke execute on function revoke_papers_of_closing() from public;

-- Takes the notices of revoked papers out of the parents' inboxes, which the caller cannot read. The notices of papers that stand stay.
create or replace function take_back_papers(of_school uuid, paper_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from inbox_items i
  where i.person_id in (
      select l.parent_id from papers p join student_parents l on l.school_id = p.school_id and l.student_id = p.student_id
      where p.school_id = of_school and p.id = any (paper_ids))
    and i.at_school_id = of_school and i.kind = 'paperIssued'
    and i.subject_ids <@ (
      select coalesce(array_agg(p.id), '{}') from papers p
      where p.school_id = of_school and p.id = any (paper_ids) and p.revoked_at is not null)
    and of_school = any (acting_schools()) and acting_children() is null
$$;
revoke execute on function take_back_papers(uuid, uuid[]) from public;
grant execute on function take_back_papers(uuid, uuid[]) to kashkool_app;

-- Parents of promoted students hear of the new class on the day that was chosen. For the owner alone. Answers how many.
create or replace function notify_of_promotions(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  due record;
  many integer := 0;
begin
  for due in
    select p.school_id, p.id, p.started_by from public.promotions p
    join public.schools s on s.id = p.school_id and s.active
    where p.state = 'done' and p.notified_at is null and p.notify_on <= (at at time zone s.time_zone)::date
    order by p.id for update of p skip locked
  loop
    insert into public.outbox (event, school_id, actor_id, payload)
    select 'class changed', due.school_id, due.started_by,
      jsonb_build_object('classRoomId', ps.to_class_id, 'studentIds', jsonb_agg(ps.student_id order by ps.student_id))
    from public.promotion_students ps
    where ps.school_id = due.school_id and ps.promotion_id = due.id and ps.outcome = 'moved'
    group by ps.to_class_id;
    update public.promotions p set notified_at = at where p.school_id = due.school_id and p.id = due.id;
    many := many + 1;
  end loop;
  return many;
end $$;
revoke execute on function notify_of_promotions(timestamptz) from public;

-- What a promotion made goes with its undo, and nothing else.
create or replace function made_by_undone_promotion(school uuid, what text, made uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.promotions p
    where p.school_id = school and p.state = 'undoing' and p.effect -> what ? made::text)
$$;

-- Whether a remark waits for a change by this author. In the inbox staff see the rows of no student, hence the owner asks.
create or replace function is_change_asked(of_school uuid, remark uuid, author uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
return exists (
  select from remarks r where r.school_id = of_school and r.id = remark and r.state = 'change' and r.author_id = author);
revoke execute on function is_change_asked(uuid, uuid, uuid) from public;
grant execute on function is_change_asked(uuid, uuid, uuid) to kashkool_app;
