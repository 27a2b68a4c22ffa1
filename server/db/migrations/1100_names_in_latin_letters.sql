-- Names as in a passport, for papers in English: of students in their official record, and of courses.
alter table official_records
  add column latin_first text constraint official_records_latin_first check (latin_first ~ '^[A-Za-z][A-Za-z'' -]{0,99}$'),
  add column latin_middle text constraint official_records_latin_middle check (latin_middle ~ '^[A-Za-z][A-Za-z'' -]{0,99}$'),
  add column latin_last text constraint official_records_latin_last check (latin_last ~ '^[A-Za-z][A-Za-z'' -]{0,99}$');
alter table courses add column name_en text constraint courses_name_en_length check (fits(name_en, 1, 100));
