-- What may be deleted is asked within the school of the row, as everything is that a database spread by school answers (0560).
alter policy of_undone_import on students using (exists (
  select from import_rows r join imports i on i.school_id = r.school_id and i.id = r.import_id
  where r.school_id = students.school_id and r.student_id = students.id and r.outcome = 'add' and i.state = 'undoing'));
alter policy of_undone_import on student_parents using (exists (
  select from import_rows r join imports i on i.school_id = r.school_id and i.id = r.import_id
  where r.school_id = student_parents.school_id and r.student_id = student_parents.student_id
    and r.outcome in ('add', 'change') and i.state = 'undoing'));
alter policy of_undone_import on parent_invitations using (exists (
  select from import_rows r join imports i on i.school_id = r.school_id and i.id = r.import_id
  where r.school_id = parent_invitations.school_id and r.student_id = parent_invitations.student_id
    and r.outcome in ('add', 'change') and i.state = 'undoing'));
alter policy of_usual_set_or_import on courses using (
  exists (
    select from usual_sets u
    where u.school_id = courses.school_id and u.step = 'courses' and u.undone_at is null and courses.id = any (u.taken))
  or exists (
    select from imports i
    where i.school_id = courses.school_id and courses.id = any (i.made_courses) and i.state = 'undoing'));
alter policy of_undone_import on class_rooms using (
  exists (
    select from imports i
    where i.school_id = class_rooms.school_id and class_rooms.id = any (i.made_classes) and i.state in ('draft', 'undoing'))
  or made_by_undone_promotion(school_id, 'classIds', id));
alter policy of_usual_set_or_import on school_years using (
  exists (
    select from usual_sets u
    where u.school_id = school_years.school_id and u.step = 'year' and u.undone_at is null and school_years.id = any (u.taken))
  or exists (
    select from imports i
    where i.school_id = school_years.school_id and school_years.id = i.made_year and i.state = 'undoing')
  or made_by_undone_promotion(school_id, 'yearIds', id));
alter policy of_usual_set_or_import on school_year_months using (
  exists (
    select from usual_sets u
    where u.school_id = school_year_months.school_id and u.step = 'year' and u.undone_at is null
      and school_year_months.id = any (u.taken))
  or exists (
    select from imports i
    where i.school_id = school_year_months.school_id and school_year_months.school_year_id = i.made_year and i.state = 'undoing')
  or made_by_undone_promotion(school_id, 'monthIds', id));
alter policy of_undone_promotion on student_leavings using (exists (
  select from promotion_students ps join promotions p on p.school_id = ps.school_id and p.id = ps.promotion_id
  where ps.school_id = student_leavings.school_id and ps.leaving_id = student_leavings.id and p.state = 'undoing'));
