-- A number that waited for both entries of a merged student still waits for the one that nobody sees, where it cannot be withdrawn: it ends
-- with the merge from now on, and its undo lets it wait again (decision 053). Here those of merges before.
with ended as (
  update parent_invitations i set removed_at = now(), removed_by = m.merged_by
  from student_merges m
  where m.school_id = i.school_id and m.other_id = i.student_id and m.undone_at is null
    and i.accepted_at is null and i.removed_at is null
  returning i.school_id, i.student_id, m.id as merge_id, to_jsonb(i) as became
)
insert into student_merge_rows (school_id, student_id, merge_id, table_name, was, became)
select school_id, student_id, merge_id, 'parent_invitations', became || '{"removed_at": null, "removed_by": null}', became from ended;
