-- Who writes remarks at a school, how long they are, and whether a remark is printed only after somebody has read it. No row: the
-- supervisors of classes and the teachers of courses write, and drafts are printed.
create table remark_settings (
  school_id uuid primary key references schools,
  class_by text not null default 'supervisor' constraint remark_settings_class_by
    check (class_by in ('supervisor', 'office', 'nobody')),
  courses boolean not null default true,
  proofs boolean not null default false,
  longest_of_class smallint not null default 600 constraint remark_settings_longest_of_class
    check (longest_of_class between 50 and 600),
  longest_of_course smallint not null default 600 constraint remark_settings_longest_of_course
    check (longest_of_course between 50 and 600),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_former_values('remark_settings', 'school_id');
call keep_to_school('remark_settings');
grant select, insert, update on remark_settings to kashkool_app;

-- A text of the bank may be for one course and for one band alone.
alter table remark_bank add column course_id uuid;
alter table remark_bank add column band text constraint remark_bank_band_length check (fits(band, 1, 60));
alter table remark_bank add constraint remark_bank_course foreign key (school_id, course_id) references courses (school_id, id);
create index remark_bank_by_course on remark_bank (course_id);
