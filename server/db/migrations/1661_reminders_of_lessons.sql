-- A reminder may be about the register of one lesson (decision 179): its number, and the group if it is taught to one. Without a number it is
-- about the register of the day.
alter table register_reminders
  add column number smallint constraint register_reminders_number_range check (number between 1 and 20),
  add column group_id uuid,
  add constraint register_reminders_group_of_lesson check (group_id is null or number is not null);
