-- Who read an entry that was merged read of the child who was kept (decisions 045 and 053).

-- The ids of these students and of all entries that were merged with them, of the schools and children a call acts for. Parents see no entry
-- but that of their child, hence the owner asks.
create function entries_of(children uuid[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive entries (school_id, id) as (
    select st.school_id, st.id from students st
    where st.id = any (children) and st.school_id = any ((select acting_schools())::uuid[])
      and ((select acting_children()) is null or st.id = any ((select acting_children())::uuid[]))
    union
    select st.school_id, st.id from entries e join students st on st.school_id = e.school_id and st.merged_into = e.id
  )
  select coalesce(array_agg(id), '{}') from entries
$$;
revoke execute on function entries_of(uuid[]) from public;
grant execute on function entries_of(uuid[]) to kashkool_app;

-- Parents read who opened the record of their child, under all entries of the child, and no other line of the audit.
alter policy own_child on audit_lines using (
  outcome = 'read' and target_kind in ('student', 'row')
  and target_id = any ((select entries_of(acting_children()))::uuid[]));
