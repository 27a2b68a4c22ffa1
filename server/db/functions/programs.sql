-- The live key of a program by the hash of its secret: its school, who made it as a setting with its proof, what that person may do, and how
-- many rows it has read on this day.
create or replace function program_of(hash bytea, today date)
returns table (
  id uuid, school_id uuid, scopes text[], networks cidr[], person_id uuid, acting text, schools jsonb, rows_today integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select p.id, p.school_id, p.scopes, p.networks, p.made_by,
      (select concat(p.made_by, ' ', encode(sha256(k.outer_pad || sha256(k.inner_pad
          || convert_to(concat('["user","', p.made_by, '"]'), 'UTF8'))), 'hex'))
        from public.signing_keys k order by k.inner_pad limit 1),
      r.schools,
      coalesce((select u.rows from public.program_uses u where u.school_id = p.school_id and u.key_id = p.id and u.day = today), 0)
    from public.program_keys p cross join lateral public.rights_of_person(p.made_by) r
    where p.secret_hash = hash and p.revoked_at is null and p.ends_on >= today;
end $$;

-- Counts a call of a key that is known by its hash.
create or replace function count_program_use(hash bytea, today date, was_refused boolean, read_rows integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (
    update program_keys p set last_used_at = now() where p.secret_hash = hash returning p.school_id, p.id
  )
  insert into program_uses as u (school_id, key_id, day, calls, refused, rows)
  select school_id, id, today, 1, was_refused::integer, read_rows from used
  on conflict (school_id, key_id, day) do update
  set calls = u.calls + 1, refused = u.refused + excluded.refused, rows = u.rows + excluded.rows;
$$;

-- A secret that stood in an address is known to whoever keeps addresses: proxies, browsers, logs.
create or replace function revoke_shown_program(hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update program_keys set revoked_at = now(), revoked_reason = 'shown in an address' where secret_hash = hash and revoked_at is null;
$$;

-- Notes what a key that is known by its hash asked for by OneRoster.
create or replace function note_roster_use(hash bytea, today date, asked text, answered smallint, read_rows integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into roster_uses as u (school_id, key_id, day, address, status, calls, rows)
  select p.school_id, p.id, today, asked, answered, 1, read_rows from program_keys p where p.secret_hash = hash
  on conflict (school_id, key_id, day, address, status) do update
  set calls = u.calls + 1, rows = u.rows + excluded.rows, last_at = now();
$$;
