-- Homes count the registers of four weeks at every visit and after every register. `counts`: how many of a register are present, late,
-- absent and excused, written by the save that has them. They hold while `counted_version` is the version of the sheet: whatever else changes
-- marks raises the version, also the former version of the program during an upgrade, and the marks are counted then.
alter table attendance_sheets add column counts smallint[];
alter table attendance_sheets add column counted_version integer;

-- Only the days that homes show. A register that is saved meanwhile has another version by then and stays as it is.
update attendance_sheets s set counts = k.counts, counted_version = k.version
from (
  select sheet.school_id, sheet.class_room_id, sheet.date, sheet.version, array[count(*) filter (where m.state = 'present'),
    count(*) filter (where m.state = 'late'), count(*) filter (where m.state = 'absent'), count(*) filter (where m.state = 'excused')]::smallint[] as counts
  from attendance_sheets sheet
  join attendance_marks m on m.school_id = sheet.school_id and m.class_room_id = sheet.class_room_id and m.date = sheet.date
    and not m.superseded
  where sheet.date > (now() - interval '35 days')::date
  group by sheet.school_id, sheet.class_room_id, sheet.date, sheet.version
) k
where s.school_id = k.school_id and s.class_room_id = k.class_room_id and s.date = k.date and s.version = k.version;

create index attendance_sheets_of_school on attendance_sheets (school_id, date);

-- Work with missing marks is found by the results that are missing, not among all results of four weeks.
create index student_exams_missing on student_exams (school_id, exam_id)
  where removed_at is null and total_result is null and is_attend is null;
create index student_homework_missing on student_homework (school_id, homework_id)
  where removed_at is null and result is null and is_delivered is null;
create index student_activities_missing on student_activities (school_id, activity_id)
  where removed_at is null and result is null and is_attend is null;
