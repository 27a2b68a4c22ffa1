-- The ground everything stands on: the server's role, how names are compared, and the wall between schools.

-- Requests run as this role. It owns nothing, so row-level security and grants bind it whatever a query forgets.
-- Roles belong to the whole cluster: it may be there already, or another database may be making it at this very moment.
do $$
begin
  if to_regrole('kashkool_app') is null then
    create role kashkool_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'kashkool_app', 'member') then
    execute format('grant kashkool_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to kashkool_app;

-- Order of names: no difference of case, numbers inside a name by value. Deterministic, so that "like" works on it.
create collation by_name (provider = icu, locale = 'und-u-kn-true-ks-level2');

-- Two texts are the same name when they fold alike (api.md §5.5). Also what a search compares.
create function fold(words text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  translate(
    regexp_replace(
      lower(words collate by_name),
      '[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u200C\u200D]', '', 'g'),
    'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'اااايه01234567890123456789'),
  '\s+', ' ', 'g'));

-- Length of a text. The product counts graphemes, the database code points: one grapheme may hold several.
create function fits(words text, at_least integer, at_most integer) returns boolean
language sql immutable parallel safe
return words is null or char_length(words) between at_least and at_most * 8;

-- Who acts, and where. Set with set_config(…, true) inside the call's transaction; unset means nobody and nowhere.
create function acting_schools() returns uuid[]
language sql stable parallel safe
return string_to_array(nullif(current_setting('app.schools', true), ''), ',')::uuid[];

create function acting_user() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.user', true), '')::uuid;

-- The children a parent's call is narrowed to. Null: not narrowed, so a parent without children must act in no school.
create function acting_children() returns uuid[]
language sql stable parallel safe
return string_to_array(nullif(current_setting('app.children', true), ''), ',')::uuid[];

create function on_platform() returns boolean
language sql stable parallel safe
return coalesce(current_setting('app.platform', true) = 'on', false);

-- Every policy asks these through "(select …)", which is evaluated once and not for each row; the cast around it keeps
-- "any" from reading it as a sub-query of rows.

-- Row-level security is forced, so it binds the owner too. Migrations, the demo and the workers connect as the owner and
-- must see everything, also where the owner is no superuser: hence a policy to the owner by name.
create procedure wall_off(t regclass)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;

-- Rows of the schools the call acts in, and no others.
create procedure keep_to_school(t regclass)
language plpgsql as $$
begin
  call wall_off(t);
  execute format('create policy school on %s using (school_id = any ((select acting_schools())::uuid[]))', t);
end $$;

-- The same for rows about one student; a parent's call sees his children's only.
create procedure keep_to_students(t regclass, student_column name default 'student_id')
language plpgsql as $$
begin
  call wall_off(t);
  execute format(
    'create policy school on %1$s using ('
    '  school_id = any ((select acting_schools())::uuid[])'
    '  and ((select acting_children() is null) or %2$I = any ((select acting_children())::uuid[])))',
    t, student_column);
end $$;

-- A person finds his own rows before it is known in which school he acts. Reading only.
create procedure show_own_rows(t regclass, person_column name)
language plpgsql as $$
begin
  execute format('create policy own on %s for select using (%I = (select acting_user()))', t, person_column);
end $$;

-- The platform reads these across schools (api.md §3); never a table about students.
create procedure show_to_platform(t regclass)
language plpgsql as $$
begin
  execute format('create policy platform on %s for select using ((select on_platform()))', t);
end $$;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Rows that are written once: no change and no deletion, not even by the owner.
create procedure append_only(t regclass)
language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete or truncate on %s execute function refuse_change()', t);
end $$;
