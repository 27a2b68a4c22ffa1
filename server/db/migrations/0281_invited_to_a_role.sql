-- Staff may be invited to a role of the office instead of teaching (decision 055). asked_at: when the person of the number was asked.
alter table staff_invitations add column role_id uuid references roles;
alter table staff_invitations add column asked_at timestamptz;
alter table staff_invitations add constraint staff_invitations_courses_are_taught
  check (role_id is null or teaching = '[]');

-- Staff of a folder are invited by an import, and its terms become those of the calendar; made_…: what came of it, for the undo.
alter table imports drop constraint imports_takes_known;
alter table imports alter column takes set default '{courses,teaching,staff,year}';
alter table imports add constraint imports_takes_known check (takes <@ '{courses,teaching,staff,year}');
alter table imports add column made_invitations uuid[] not null default '{}';
