-- How many decimals a currency has.
create or replace function fee_scale(currency text) returns integer
language sql immutable parallel safe return case when currency in ('KWD', 'BHD', 'OMR', 'JOD') then 3 else 2 end;

-- What is still owed of a part: what came to it less what left it.
create or replace function owed_of(of_school uuid, of_due uuid) returns numeric
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when l.to_account = 'owed' then l.amount else -l.amount end), 0) from fee_lines l
  where l.school_id = of_school and l.due_id = of_due
$$;

-- What a family has paid beyond what was due.
create or replace function credit_of(of_school uuid, of_family uuid) returns numeric
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case when l.from_account = 'credit' then l.amount else -l.amount end), 0) from fee_lines l
  where l.school_id = of_school and l.family_id = of_family
$$;

-- Proves new lines (fees.md): decimals of the currency, no part below zero, no credit below zero, and nothing into a closed till.
-- server/money/fees/ledger.test.ts
create or replace function prove_fee_lines() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from added a left join fee_settings s on s.school_id = a.school_id
    where s.currency is null or a.amount <> round(a.amount, fee_scale(s.currency))) then
    raise exception 'an amount has decimals that its currency does not have' using errcode = 'check_violation';
  end if;
  if exists (
    select from (select distinct school_id, due_id from added where due_id is not null) d
    where owed_of(d.school_id, d.due_id) < 0) then
    raise exception 'more left a part than was owed' using errcode = 'check_violation';
  end if;
  if exists (
    select from (select distinct school_id, family_id from added where family_id is not null) f
    where credit_of(f.school_id, f.family_id) < 0) then
    raise exception 'more left a credit than was in it' using errcode = 'check_violation';
  end if;
  if exists (
    select from (select distinct school_id, till_id from added where till_id is not null and 'difference' not in (from_account, to_account)) l
    join tills t on t.school_id = l.school_id and t.id = l.till_id where t.closed_at is not null) then
    raise exception 'this till is closed' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger prove_fee_lines after insert on fee_lines referencing new table as added
  for each statement execute function prove_fee_lines();

-- The parts of a charge sum to it, and belong to its student. All parts of a charge are stored by one statement.
create or replace function prove_fee_dues() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from fee_charges c
    join (select d.school_id, d.charge_id, sum(d.amount) as amount, count(*) filter (where d.student_id <> c.student_id) as others
      from fee_dues d join fee_charges c on c.school_id = d.school_id and c.id = d.charge_id
      where (d.school_id, d.charge_id) in (select school_id, charge_id from added) group by 1, 2) d
      on d.school_id = c.school_id and d.charge_id = c.id
    where d.amount <> c.amount or d.others > 0) then
    raise exception 'the parts of a charge do not sum to it' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace trigger prove_fee_dues after insert on fee_dues referencing new table as added
  for each statement execute function prove_fee_dues();

-- The currency of a school that has posted anything stays.
create or replace function keep_fee_currency() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.currency <> old.currency and exists (select from fee_postings p where p.school_id = new.school_id) then
    raise exception 'the currency of a school is fixed with its first posting' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger keep_fee_currency before update of currency on fee_settings
  for each row execute function keep_fee_currency();

-- The code of a family for a parent who reads what they pay: it stands on every demand and receipt.
create or replace function own_family_code(of_school uuid, of_family uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.code from families f
  where f.school_id = of_school and f.id = of_family and of_school = any ((select acting_schools())::uuid[])
$$;
revoke execute on function own_family_code(uuid, uuid) from public;
grant execute on function own_family_code(uuid, uuid) to kashkool_app;

-- Reminds, once a day from four in the afternoon of each school, of parts that are due in seven days, and once a week, if the school wants it so, of
-- what is overdue. Days on which no server ran are made up for. Only the owner calls it. Answers how many schools were reminded.
-- server/money/fees/reminders.test.ts
create or replace function remind_of_fees(at timestamptz) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  school record;
  due uuid[];
  late uuid[];
  reminded integer := 0;
begin
  for school in
    select f.school_id, f.overdue_notices, l.today, coalesce(r.reminded_on, l.today - 1) as since
    from fee_settings f
    join schools s on s.id = f.school_id and s.active
    cross join lateral (select (at at time zone s.time_zone)::date as today, extract(hour from at at time zone s.time_zone) as hour) l
    left join fee_reminders r on r.school_id = f.school_id
    where l.hour >= 16 and coalesce(r.reminded_on, l.today - 1) < l.today
  loop
    insert into fee_reminders (school_id, reminded_on) values (school.school_id, school.today)
    on conflict (school_id) do update set reminded_on = excluded.reminded_on where fee_reminders.reminded_on < excluded.reminded_on;
    continue when not found;
    reminded := reminded + 1;
    select array_agg(distinct d.student_id) filter (where d.due_on between school.since + 8 and school.today + 7),
      array_agg(distinct d.student_id) filter (where d.due_on < school.today and school.overdue_notices
        and date_trunc('week', school.today + 1) > date_trunc('week', school.since + 1))
      into due, late
    from fee_due_balances d where d.school_id = school.school_id and d.open > 0;
    if due is not null then
      insert into outbox (event, school_id, payload)
      values ('fees due', school.school_id, jsonb_build_object('studentIds', due, 'overdue', false));
    end if;
    if late is not null then
      insert into outbox (event, school_id, payload)
      values ('fees due', school.school_id, jsonb_build_object('studentIds', late, 'overdue', true));
    end if;
  end loop;
  return reminded;
end $$;
revoke execute on function remind_of_fees(timestamptz) from public;
