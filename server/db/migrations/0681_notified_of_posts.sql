-- Whether a person to whom a post was addressed, for these children or as one of the staff, is notified of it now: a child whose posts they
-- still read, and are notified about, or a school of which they still are. Staff whose own children it names have it as staff too.
create function is_notified_of_post(of_school uuid, of_post uuid, person uuid, children uuid[]) returns boolean
language sql stable as $$
  select exists (
      select from parent_links l
      join students st on st.school_id = l.school_id and st.id = l.student_id and st.active and st.is_paid
      where l.school_id = of_school and l.student_id = any (children) and l.parent_id = person and l.is_notified)
    or exists (select from school_members m where m.school_id = of_school and m.person_id = person)
      and (children = '{}' or exists (
        select from post_audience a
        where a.school_id = of_school and a.post_id = of_post and a.kind in ('school', 'staff')))
$$;
grant execute on function is_notified_of_post(uuid, uuid, uuid, uuid[]) to kashkool_app;

-- As before (0580). In a call row-level security shows the posts of its person; who sends notices acts for nobody, and asks for each.
create or replace function items_of_notice(notice uuid)
returns table (id uuid, kind text, first_name text, is_on boolean, at timestamptz)
language sql stable rows 3 as $$
  select i.id, i.kind, i.first_name, i.is_on, i.at from inbox_seen i
  where i.id in (select n.item_id from notice_items n where n.notice_id = notice) and i.read_at is null
    and (i.kind <> 'post' or exists (
      select from post_readers r
      where r.school_id = i.at_school_id and r.post_id = i.work_id and r.person_id = i.person_id
        and is_notified_of_post(r.school_id, r.post_id, r.person_id, r.student_ids)))
$$;
