-- Lessons that nobody took are reminded of by themselves (decision 184): without made_by nobody pressed anything. to_office: at the end of the day the
-- office was notified of that lesson.
alter table register_reminders
  alter column made_by drop not null,
  add column to_office boolean not null default false,
  add constraint register_reminders_by_itself check (made_by is not null or number is not null),
  add constraint register_reminders_to_office check (made_by is null or not to_office);
create unique index register_reminders_once_by_itself on register_reminders (school_id, class_room_id, day, number, group_id, to_office)
  nulls not distinct where made_by is null;
