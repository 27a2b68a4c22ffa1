-- Grades that were made for an import go with its undo, and so does the calendar that came with the year of a folder.
alter table imports
  add column made_grades uuid[] not null default '{}',
  add column made_calendar boolean not null default false;
alter policy of_usual_set on grades using (
  exists (
    select from usual_sets u
    where u.school_id = grades.school_id and u.step = 'grades' and u.undone_at is null and grades.id = any (u.taken))
  or exists (
    select from imports i
    where i.school_id = grades.school_id and grades.id = any (i.made_grades) and i.state in ('draft', 'undoing')));
-- What stands in a calendar refers to it; one that somebody changed has another version.
create policy unchanged on school_calendars as restrictive for delete to kashkool_app using (version = 1);
grant delete on school_calendars to kashkool_app;
-- Closed days are computed from a calendar, so they go with it.
alter table calendar_closures drop constraint calendar_closures_school_id_fkey,
  add constraint calendar_closures_school_id_fkey foreign key (school_id) references school_calendars on delete cascade;
