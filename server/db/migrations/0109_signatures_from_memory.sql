-- Reading the key took three quarters of a verification, and a call verifies its settings for each table. Called with a
-- constant by a function, what is immutable is computed when that function is planned: once for each connection. It is not
-- quite immutable, so a signature that does not fit the key in memory is looked for in the table.
create function key_in_memory(inner_one boolean) returns bytea
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return (select case when inner_one then k.inner_pad else k.outer_pad end
    from public.signing_keys k order by k.inner_pad limit 1);
end $$;
revoke execute on function key_in_memory(boolean) from public;

create or replace function is_signed(proof text, variadic parts text[]) returns boolean
language plpgsql stable strict parallel safe security definer as $$
declare
  message constant pg_catalog.bytea := pg_catalog.convert_to(pg_catalog.array_to_json(parts)::pg_catalog.text, 'UTF8');
begin
  if pg_catalog.encode(pg_catalog.sha256(public.key_in_memory(false) operator(pg_catalog.||)
    pg_catalog.sha256(public.key_in_memory(true) operator(pg_catalog.||) message)), 'hex') operator(pg_catalog.=) proof
  then
    return true;
  end if;
  return exists (
    select from public.signing_keys k
    where pg_catalog.encode(pg_catalog.sha256(k.outer_pad operator(pg_catalog.||)
      pg_catalog.sha256(k.inner_pad operator(pg_catalog.||) message)), 'hex') operator(pg_catalog.=) proof);
end $$;
