-- What a folder of another system holds beside its students, as it was read: {files, beside}, without a word about a child.
-- takes: what of it an import brings in; invites: whether guardians with a mobile phone are asked to an account.
-- made_…: what came of it, for the undo.
alter table imports add column folder jsonb
  constraint imports_folder_object check (jsonb_typeof(folder) = 'object');
alter table imports add column takes text[] not null default '{courses,teaching,year}'
  constraint imports_takes_known check (takes <@ '{courses,teaching,year}');
alter table imports add column invites boolean not null default true;
alter table imports add column made_courses uuid[] not null default '{}';
alter table imports add column made_year uuid;
alter table imports add column made_teaching jsonb not null default '[]';

-- An undo takes back the courses and the year that the import made.
drop policy of_usual_set on courses;
create policy of_usual_set_or_import on courses as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = courses.school_id and u.step = 'courses' and u.undone_at is null
    and courses.id = any (u.taken)) or exists (
  select from imports i where courses.id = any (i.made_courses) and i.state = 'undoing'));
drop policy of_usual_set on school_years;
create policy of_usual_set_or_import on school_years as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_years.school_id and u.step = 'year' and u.undone_at is null
    and school_years.id = any (u.taken)) or exists (
  select from imports i where school_years.id = i.made_year and i.state = 'undoing'));
drop policy of_usual_set on school_year_months;
create policy of_usual_set_or_import on school_year_months as restrictive for delete to kashkool_app using (exists (
  select from usual_sets u where u.school_id = school_year_months.school_id and u.step = 'year' and u.undone_at is null
    and school_year_months.id = any (u.taken)) or exists (
  select from imports i where school_year_months.school_year_id = i.made_year and i.state = 'undoing'));
