-- A card of a year is made from the results of several terms: reopening any of them revokes it.
alter table papers add column closing_ids uuid[] not null default '{}';

create or replace function revoke_papers_of_closing() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update papers set revoked_at = new.reopened_at, revoked_by = new.reopened_by, reason = 'reopened'
  where school_id = new.school_id and revoked_at is null
    and (closing_id = new.id or kind = 'yearCard' and new.id = any (closing_ids));
  return null;
end $$;

-- As before (0340); of a card of a year its sum is shown, where it has one.
create or replace function verify_paper(of_id uuid, of_hash bytea)
returns table (school_name text, kind text, number text, student_name text, class_room_name text, issued_on date, result text,
  revoked_on date)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update papers p set checks = p.checks + 1
  from schools s
  where p.id = of_id and p.content_hash = of_hash and s.id = p.school_id
  returning p.content ->> 'schoolName', p.kind, p.number || '/' || p.year, p.content ->> 'shortName', p.content ->> 'classRoomName',
    p.issued_on, coalesce(p.content -> 'result' ->> 'shown', nullif(p.content -> 'yearResult' ->> 'shown', '')),
    (p.revoked_at at time zone s.time_zone)::date
$$;
