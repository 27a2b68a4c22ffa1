-- Rows of schools are found by their school and id, as they would be when schools are spread over several servers
-- (docs/scale.md). Nothing refers to these tables: what was a second unique key becomes the primary one, and the id alone has a plain
-- index. No statement of this release or the one before names the id alone as what is unique.
do $$
declare one text;
begin
  foreach one in array '{attendance_marks, coin_entries, office_roles, official_records, parent_invitations, phone_changes, proof_codes,
    rate_headers, record_fields, school_contacts, staff_invitations, student_health, student_leavings, student_merge_rows,
    student_parents, teacher_replacements, usual_sets}'::text[]
  loop
    execute format('alter table %1$I drop constraint %2$I, drop constraint %3$I, add constraint %2$I primary key (school_id, id)',
      one, one || '_pkey', one || '_school_id_id_key');
    execute format('create index %I on %I (id)', one || '_by_id', one);
  end loop;
end $$;
