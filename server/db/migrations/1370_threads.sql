-- Threads about a child between parents and the school, and of staff with the office.

alter table notice_preferences add column messages way_of_notice not null default 'once';

-- Who may be written to, and when. No row, or nobody in `opens`: the school has no messages.
create table message_settings (
  school_id uuid primary key references schools,
  opens text[] not null default '{}' constraint message_settings_opens
    check (opens <@ array['supervisor', 'teacher', 'counsellor', 'office']),
  -- The people who answer for the office; nobody: the administrator of the school.
  office_ids uuid[] not null default '{}' constraint message_settings_office_few check (cardinality(office_ids) <= 20),
  frame_from time not null default '08:00',
  frame_to time not null default '15:00',
  -- Answers of the school wait for the morning.
  night_from time not null default '20:00',
  night_to time not null default '07:00',
  -- Open days in which the school answers.
  answer_days smallint not null default 2 constraint message_settings_answer_days check (answer_days between 1 and 15),
  -- Words that their sender has to confirm.
  words text[] not null default '{}' constraint message_settings_words_few check (cardinality(words) <= 200),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint message_settings_frame check (frame_from < frame_to),
  constraint message_settings_night check (night_from > night_to)
);
call keep_former_values('message_settings', 'school_id');
call keep_to_school('message_settings');
grant select, insert, update on message_settings to kashkool_app;

-- What a person of the school chose: hours of their own, and a colleague who answers while they are away. Without hours: the frame of the
-- school on its open days.
create table message_people (
  school_id uuid not null references schools,
  id uuid not null,
  person_id uuid not null references users,
  away_from date,
  away_until date,
  stand_in_id uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint message_people_once unique (school_id, person_id),
  constraint message_people_away check ((away_from is null) = (away_until is null) and away_from <= away_until),
  constraint message_people_two check (stand_in_id <> person_id)
);
call keep_former_values('message_people', 'id');
call keep_to_school('message_people');
grant select, insert, update on message_people to kashkool_app;

create table message_hours (
  school_id uuid not null references schools,
  person_id uuid not null references users,
  -- 0 is Sunday.
  weekday smallint not null constraint message_hours_weekday check (weekday between 0 and 6),
  from_time time not null,
  to_time time not null,
  constraint message_hours_key primary key (school_id, person_id, weekday),
  constraint message_hours_order check (from_time < to_time)
);
call keep_to_school('message_hours');
grant select, insert, delete on message_hours to kashkool_app;

-- A thread is about a child; without one it is of a colleague with the office. `asker_id`: the colleague, or the parent whose side it is.
-- Without `responsible_id` the office is responsible. `standing_for`: who is away while the responsible person answers.
create table threads (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid,
  asker_id uuid references users,
  both_parents boolean not null,
  subject text not null constraint threads_subject
    check (subject in ('absence', 'marks', 'behaviour', 'health', 'fees', 'other')),
  about_kind text constraint threads_about_kind check (about_kind in ('note', 'post', 'excuse', 'absenceStep')),
  about_id uuid,
  responsible_id uuid references users,
  standing_for uuid references users,
  begun_by uuid not null references users,
  begun_by_school boolean not null,
  -- Who is to answer: `asker` is the family, or the colleague.
  turn text not null constraint threads_turn check (turn in ('school', 'asker', 'done')),
  -- Texts in a row of the side that wrote last.
  in_row smallint not null default 0,
  texts integer not null default 0,
  last_at timestamptz not null,
  -- The last day on which the school answers in time.
  answer_by date,
  reported boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint threads_student foreign key (school_id, student_id) references students (school_id, id),
  constraint threads_about check ((about_kind is null) = (about_id is null)),
  constraint threads_asker check (both_parents or asker_id is not null),
  constraint threads_of_staff check (student_id is not null or not both_parents)
);
create index threads_by_id on threads (id);
create index threads_by_student on threads (student_id, last_at);
create index threads_by_responsible on threads (responsible_id, school_id);
create index threads_by_asker on threads (asker_id, created_at);
create index threads_late on threads (school_id, answer_by) where turn = 'school';
call keep_to_students('threads');
grant select, insert, update on threads to kashkool_app;

-- Only added to. Taking a text back takes its words off for good.
create table thread_texts (
  school_id uuid not null references schools,
  id uuid not null,
  thread_id uuid not null,
  student_id uuid,
  number integer not null,
  author_id uuid not null references users,
  by_school boolean not null,
  body text constraint thread_texts_body_length check (fits(body, 1, 2000)),
  sent_at timestamptz not null,
  -- From when the other side is notified, and the family sees it.
  visible_from timestamptz not null,
  notified_at timestamptz,
  taken_back_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint thread_texts_number unique (school_id, thread_id, number),
  constraint thread_texts_thread foreign key (school_id, thread_id) references threads (school_id, id),
  constraint thread_texts_student foreign key (school_id, student_id) references students (school_id, id),
  constraint thread_texts_taken_back check ((body is null) = (taken_back_at is not null))
);
create index thread_texts_by_student on thread_texts (student_id);
create index thread_texts_due on thread_texts (visible_from) where notified_at is null and taken_back_at is null;
call keep_to_students('thread_texts');
grant select, insert on thread_texts to kashkool_app;
grant update (body, notified_at, taken_back_at, student_id) on thread_texts to kashkool_app;

-- Who has read up to which text, and when.
create table thread_reads (
  school_id uuid not null references schools,
  id uuid not null,
  thread_id uuid not null,
  student_id uuid,
  person_id uuid not null references users,
  up_to integer not null,
  read_at timestamptz not null,
  primary key (school_id, id),
  constraint thread_reads_once unique (school_id, thread_id, person_id, up_to),
  constraint thread_reads_thread foreign key (school_id, thread_id) references threads (school_id, id),
  constraint thread_reads_student foreign key (school_id, student_id) references students (school_id, id)
);
create index thread_reads_by_student on thread_reads (student_id);
call keep_to_students('thread_reads');
grant select, insert on thread_reads to kashkool_app;
grant update (student_id) on thread_reads to kashkool_app;

-- What happened to a thread besides its texts, shown in it. `after`: the number of the last text before it. By nobody: by itself.
create table thread_acts (
  school_id uuid not null references schools,
  id uuid not null,
  thread_id uuid not null,
  student_id uuid,
  kind text not null constraint thread_acts_kind
    check (kind in ('handed', 'moved', 'opened', 'reported', 'settled', 'done')),
  by_id uuid references users,
  to_id uuid references users,
  text_id uuid,
  reason text constraint thread_acts_reason_length check (fits(reason, 0, 500)),
  after integer not null,
  at timestamptz not null default now(),
  primary key (school_id, id),
  constraint thread_acts_thread foreign key (school_id, thread_id) references threads (school_id, id),
  constraint thread_acts_student foreign key (school_id, student_id) references students (school_id, id)
);
create index thread_acts_by_thread on thread_acts (school_id, thread_id);
create index thread_acts_by_student on thread_acts (student_id);
call keep_to_students('thread_acts');
grant select, insert on thread_acts to kashkool_app;
grant update (student_id) on thread_acts to kashkool_app;

-- Pictures and files of a text.
alter table attachments add column text_id uuid;
alter table attachments add constraint attachments_text foreign key (school_id, text_id) references thread_texts (school_id, id);
alter table attachments add constraint attachments_of_one_text check (text_id is null or (post_id is null and homework_id is null));
create index attachments_of_texts on attachments (school_id, text_id) where text_id is not null;
grant update (text_id) on attachments to kashkool_app;
