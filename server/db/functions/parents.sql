-- What the link of a parent gives, and what the official record takes from it (decision 052).

-- The calling code of a country whose numbers are typed as at home; the same as in contract/language/phones.ts (phones-in-database.test.ts).
create or replace function calling_code(country text) returns text
language sql immutable parallel safe
return case country
  when 'DZ' then '213' when 'BH' then '973' when 'KM' then '269' when 'DJ' then '253' when 'EG' then '20' when
  'IQ' then '964' when 'JO' then '962' when 'KW' then '965' when 'LB' then '961' when 'LY' then '218' when 'MR'
  then '222' when 'MA' then '212' when 'OM' then '968' when 'PS' then '970' when 'QA' then '974' when 'SA' then
  '966' when 'SO' then '252' when 'SD' then '249' when 'SY' then '963' when 'TN' then '216' when 'AE' then '971'
  when 'YE' then '967'
end;

-- The country that a time zone shows; Egypt where it shows none of those whose numbers are typed as at home.
create or replace function country_of_zone(zone text) returns text
language sql immutable parallel safe
return case zone
  when 'Africa/Algiers' then 'DZ'
  when 'Asia/Bahrain' then 'BH'
  when 'Indian/Comoro' then 'KM'
  when 'Africa/Djibouti' then 'DJ'
  when 'Asia/Baghdad' then 'IQ'
  when 'Asia/Amman' then 'JO'
  when 'Asia/Kuwait' then 'KW'
  when 'Asia/Beirut' then 'LB'
  when 'Africa/Tripoli' then 'LY'
  when 'Africa/Nouakchott' then 'MR'
  when 'Africa/Casablanca' then 'MA'
  when 'Asia/Muscat' then 'OM'
  when 'Asia/Gaza' then 'PS'
  when 'Asia/Hebron' then 'PS'
  when 'Asia/Qatar' then 'QA'
  when 'Asia/Riyadh' then 'SA'
  when 'Africa/Mogadishu' then 'SO'
  when 'Africa/Khartoum' then 'SD'
  when 'Asia/Damascus' then 'SY'
  when 'Africa/Tunis' then 'TN'
  when 'Asia/Dubai' then 'AE'
  when 'Asia/Aden' then 'YE'
  else 'EG'
end;

-- The country whose numbers are typed in a school as at home.
create or replace function country_of_school(school uuid) returns text
language sql stable
begin atomic
  select coalesce(s.country::text, country_of_zone(s.time_zone)) from schools s where s.id = school;
end;

-- Whether a school sends messages to a number: to those of its own country, of Egypt, and of the countries that it chose.
create or replace function school_sends_to(school uuid, e164 text) returns boolean
language sql stable
begin atomic
  select exists (
    select from schools s, unnest(array[country_of_school(s.id), 'EG'] || s.phone_countries) c
    where s.id = school and e164 like '+' || coalesce(calling_code(c), ltrim(c, '+')) || '%');
end;

-- The number in what people write, as accounts have it (contract/language/phones.ts reads what they type, and decides which numbers can have
-- an account). Without a plus or 00 it is of the country of the school, but 01… and nine digits are of Egypt everywhere. Null where it is
-- none.
create or replace function account_number_of(phone text, country text) returns text
language sql immutable parallel safe
return (
  select case
    when d ~ '^(\+20|0020|20|0)1[0-9]{9}$' then '0' || right(d, 10)
    when d ~ '^(\+|00)[1-9][0-9]{7,15}$'
      then '+' || regexp_replace(regexp_replace(d, '^(\+|00)', ''), '^(21[238]|249|252|96[1-467]|97[01])0', '\1')
    when d ~ '^[0-9]{6,13}$' and code is not null
      then '+' || code || regexp_replace(d, '^' || case when country in ('BH', 'KM', 'DJ', 'KW', 'MR', 'OM', 'QA', 'TN') then '' else '0?' end, '')
  end
  from (select regexp_replace(phone, '[^0-9+]', '', 'g') as d, calling_code(country) as code) typed);

-- The release before asks for it.
create or replace function mobile_of(phone text) returns text
language sql immutable parallel safe
return '0' || substring(regexp_replace(phone, '[^0-9]', '', 'g') from '^(?:0020|20|0)(1[0-9]{9})$');

-- The guardian of a student with a number; of several periods the one that lasts longest.
create or replace function guardian_with(school uuid, student uuid, number text) returns setof guardians
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from guardians
  where school_id = school and student_id = student
    and account_number_of(phone, country_of_school(school)) = number
  order by until_day desc nulls first, from_day desc, id limit 1
$$;
revoke execute on function guardian_with(uuid, uuid, text) from public;

-- The last day of a right that began on a day, where the record limits it too. Null: until further notice.
create or replace function earlier_end(began date, ends date, record_ends date) returns date
language sql immutable parallel safe
return case when record_ends is null then ends else greatest(least(ends, record_ends), began - 1) end;

-- A person who links, by whatever way, gives all four rights from that day on; what the record says of the guardian limits them.
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
create or replace function limit_links_of_guardian() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  yesterday constant date := (
    select (current_moment() at time zone s.time_zone)::date - 1 from schools s where s.id = new.school_id);
begin
  update student_parents sp set guardian_id = g.id
  from users u cross join lateral guardian_with(new.school_id, new.student_id, u.phone_number) g
  where sp.school_id = new.school_id and sp.student_id = new.student_id and sp.ended_at is null
    and u.id = sp.parent_id and u.phone_number = account_number_of(new.phone, country_of_school(new.school_id)) and sp.guardian_id is distinct from g.id;

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
  where sp.school_id = new.school_id and sp.id = limited.id
    and (sp.see_until, sp.notify_until, sp.fetch_until, sp.pay_until)
      is distinct from (limited.see, limited.notify, limited.fetch, limited.pay);
  return null;
end $$;

-- The parents who hear of a student now. A statement about inboxes asks for them by one name, so that it touches no table of the school.
create or replace function notified_parents(of_school uuid, of_student uuid) returns setof uuid
language sql stable rows 2
begin atomic
  select sp.parent_id from parent_links sp
  join students st on st.school_id = sp.school_id and st.id = sp.student_id and (st.active or st.left_on is not null) and st.is_paid
  join schools s on s.id = st.school_id and s.active
  where sp.school_id = of_school and sp.student_id = of_student and sp.is_notified;
end;

-- The ids of these students and of all entries that were merged with them, of the schools and children a call acts for, school by school. Who
-- read an entry that was merged read of the child who was kept (decisions 045 and 053). Parents see no entry but that of their child,
-- hence the owner asks.
create or replace function entries_of(children uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := acting_children();
  there uuid;
  followed uuid[] := '{}';
begin
  if children is null then
    return followed;
  end if;
  for there in select unnest(acting_schools()) loop
    with recursive entries (id) as (
      select st.id from students st
      where st.school_id = there and st.id = any (children) and (own is null or st.id = any (own))
      union
      select st.id from entries e join students st on st.school_id = there and st.merged_into = e.id
    )
    select followed || coalesce(array_agg(e.id), '{}') into followed from entries e;
  end loop;
  return followed;
end $$;
revoke execute on function entries_of(uuid[]) from public;
grant execute on function entries_of(uuid[]) to kashkool_app;
