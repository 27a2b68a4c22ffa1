-- Addresses under which a calendar program reads the days of a school for one person (decision 050). Of an address only its hash is
-- kept.
create table calendar_feeds (
  school_id uuid not null references schools,
  id uuid not null,
  person_id uuid not null references users,
  token_hash bytea not null constraint calendar_feeds_token_taken unique,
  language text not null constraint calendar_feeds_language_known check (language in ('ar', 'en')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint calendar_feeds_key primary key (school_id, id)
);
create index calendar_feeds_by_person on calendar_feeds (person_id);
call keep_to_school('calendar_feeds');
grant select, insert, update on calendar_feeds to kashkool_app;

-- The feed of an address, as its person stands now: grade_ids null for staff, who see every day; none for people who are neither staff
-- nor parents of a student there any more.
create function calendar_feed_of(hash bytea)
returns table (school_id uuid, school_name text, time_zone text, language text, grade_ids uuid[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select s.id, s.name, s.time_zone, f.language,
    case when not exists (
      select from school_members m where m.school_id = f.school_id and m.person_id = f.person_id)
    then coalesce((
      select array_agg(distinct c.grade_id)
      from parent_links l
      join students st on st.school_id = l.school_id and st.id = l.student_id and st.active
      join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
      where l.school_id = f.school_id and l.parent_id = f.person_id and l.sees), '{}') end
  from calendar_feeds f
  join schools s on s.id = f.school_id and s.active
  where f.token_hash = hash and f.revoked_at is null;
end;
