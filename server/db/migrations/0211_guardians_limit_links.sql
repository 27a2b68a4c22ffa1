-- What the official record says of a guardian limits the link of the account with the same number (decision 052): the record
-- takes rights away and gives none.
create function mobile_of(phone text) returns text
language sql immutable parallel safe
return '0' || substring(regexp_replace(phone, '[^0-9]', '', 'g') from '^(?:0020|20|0)(1[0-9]{9})$');

alter table student_parents
  add column guardian_id uuid,
  add constraint student_parents_guardian foreign key (school_id, guardian_id) references guardians (school_id, id)
    on delete set null (guardian_id);
create index student_parents_by_guardian on student_parents (school_id, guardian_id) where guardian_id is not null;

-- The guardian of a student with a number; of several periods the one that lasts longest.
create function guardian_with(school uuid, student uuid, number text) returns setof guardians
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from guardians
  where school_id = school and student_id = student and mobile_of(phone) = number
  order by until_day desc nulls first, from_day desc, id limit 1
$$;
revoke execute on function guardian_with(uuid, uuid, text) from public;

-- The last day of a right that began on a day, where the record limits it too. Null: until further notice.
create function earlier_end(began date, ends date, record_ends date) returns date
language sql immutable parallel safe
return case when record_ends is null then ends else greatest(least(ends, record_ends), began - 1) end;

create or replace function give_rights_to_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  began date := (select (new.created_at at time zone s.time_zone)::date from schools s where s.id = new.school_id);
  known guardians;
begin
  select g.* into known from users u cross join lateral guardian_with(new.school_id, new.student_id, u.phone_number) g
  where u.id = new.parent_id;
  new.guardian_id := coalesce(new.guardian_id, known.id);
  began := greatest(began, known.from_day);
  new.see_from := coalesce(new.see_from, began);
  new.notify_from := coalesce(new.notify_from, began);
  new.fetch_from := coalesce(new.fetch_from, began);
  new.pay_from := coalesce(new.pay_from, began);
  new.see_until := earlier_end(new.see_from, new.see_until,
    case when known.may_see = 'no' then new.see_from - 1 else known.until_day end);
  new.notify_until := earlier_end(new.notify_from, new.notify_until, known.until_day);
  new.fetch_until := earlier_end(new.fetch_from, new.fetch_until,
    case when known.may_fetch = 'no' then new.fetch_from - 1 else known.until_day end);
  new.pay_until := earlier_end(new.pay_from, new.pay_until, known.until_day);
  return new;
end $$;

-- A guardian who is entered or changed later: the links that are there end with what the record says now.
create function limit_links_of_guardian() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  yesterday constant date := (
    select (current_moment() at time zone s.time_zone)::date - 1 from schools s where s.id = new.school_id);
begin
  update student_parents sp set guardian_id = g.id
  from users u cross join lateral guardian_with(new.school_id, new.student_id, u.phone_number) g
  where sp.school_id = new.school_id and sp.student_id = new.student_id and sp.ended_at is null
    and u.id = sp.parent_id and u.phone_number = mobile_of(new.phone) and sp.guardian_id is distinct from g.id;

  update student_parents sp
  set see_until = limited.see, notify_until = limited.notify, fetch_until = limited.fetch, pay_until = limited.pay,
    version = sp.version + 1, modified_at = current_moment()
  from (
    select l.id,
      earlier_end(l.see_from, l.see_until, case when new.may_see = 'no' then yesterday else new.until_day end) as see,
      earlier_end(l.notify_from, l.notify_until, new.until_day) as notify,
      earlier_end(l.fetch_from, l.fetch_until,
        case when new.may_fetch = 'no' then yesterday else new.until_day end) as fetch,
      earlier_end(l.pay_from, l.pay_until, new.until_day) as pay
    from student_parents l
    where l.school_id = new.school_id and l.guardian_id = new.id and l.ended_at is null) limited
  where sp.id = limited.id
    and (sp.see_until, sp.notify_until, sp.fetch_until, sp.pay_until)
      is distinct from (limited.see, limited.notify, limited.fetch, limited.pay);
  return null;
end $$;
create trigger limit_links_when_entered after insert on guardians for each row execute function limit_links_of_guardian();
create trigger limit_links_when_changed after update on guardians for each row
when ((old.phone, old.may_see, old.may_fetch, old.until_day) is distinct from (new.phone, new.may_see, new.may_fetch, new.until_day))
execute function limit_links_of_guardian();

-- Links there are already, as if their guardians were entered now.
alter table student_parents disable trigger user;
update student_parents sp set guardian_id = g.id
from users u, guardians g
where u.id = sp.parent_id and g.school_id = sp.school_id and g.student_id = sp.student_id
  and g.id = (select w.id from guardian_with(sp.school_id, sp.student_id, u.phone_number) w);
update student_parents sp set
  see_until = earlier_end(sp.see_from, sp.see_until,
    case when g.may_see = 'no' then (now() at time zone s.time_zone)::date - 1 else g.until_day end),
  notify_until = earlier_end(sp.notify_from, sp.notify_until, g.until_day),
  fetch_until = earlier_end(sp.fetch_from, sp.fetch_until,
    case when g.may_fetch = 'no' then (now() at time zone s.time_zone)::date - 1 else g.until_day end),
  pay_until = earlier_end(sp.pay_from, sp.pay_until, g.until_day)
from guardians g join schools s on s.id = g.school_id
where g.school_id = sp.school_id and g.id = sp.guardian_id and sp.ended_at is null;
alter table student_parents enable trigger user;
