import type pg from 'pg'

/** How the functions, procedures and views of a database are defined, with their options and grants, by name. */
export async function definedIn(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) || coalesce(
      (select string_agg(acl::text, ' ' order by acl::text) from unnest(proacl) acl), '') as definition
    from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    union all
    select relname, concat_ws(' ', pg_get_viewdef(c.oid), reloptions::text,
      (select string_agg(acl::text, ' ' order by acl::text) from unnest(relacl) acl),
      (select string_agg(attname || attacl::text, ' ' order by attnum) from pg_attribute where attrelid = c.oid))
    from pg_class c where relkind = 'v' and relnamespace = 'public'::regnamespace`)
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
}
