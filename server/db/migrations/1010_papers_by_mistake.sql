-- Takes the notices of revoked papers out of the parents' inboxes, which the caller cannot read. The notices of papers that stand stay.
create function take_back_papers(of_school uuid, paper_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from inbox_items i
  where i.person_id in (
      select l.parent_id from papers p join student_parents l on l.school_id = p.school_id and l.student_id = p.student_id
      where p.school_id = of_school and p.id = any (paper_ids))
    and i.at_school_id = of_school and i.kind = 'paperIssued'
    and i.subject_ids <@ (
      select coalesce(array_agg(p.id), '{}') from papers p
      where p.school_id = of_school and p.id = any (paper_ids) and p.revoked_at is not null)
    and of_school = any (acting_schools()) and acting_children() is null
$$;
revoke execute on function take_back_papers(uuid, uuid[]) from public;
grant execute on function take_back_papers(uuid, uuid[]) to kashkool_app;
