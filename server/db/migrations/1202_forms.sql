-- What a school asks the parents of its students to agree to: a standing consent, or a trip with places. Without classes, of all.
create table forms (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null constraint forms_kind check (kind in ('consent', 'trip')),
  title text not null constraint forms_title_length check (fits(title, 3, 150)),
  body text not null constraint forms_body_length check (fits(body, 1, 4000)),
  class_room_ids uuid[] not null default '{}',
  until_day date,
  places integer constraint forms_places check (places between 1 and 5000),
  -- Of the text: an answer is to one version.
  text_version integer not null default 1,
  closed_at timestamptz,
  made_by uuid not null references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id)
);
call keep_to_school('forms');
call keep_former_values('forms', 'id');
grant select, insert, update on forms to kashkool_app;

-- Every text that could be agreed to, with its hash. Nothing changes it.
create table form_texts (
  school_id uuid not null references schools,
  id uuid not null,
  form_id uuid not null,
  text_version integer not null,
  title text not null constraint form_texts_title_length check (fits(title, 3, 150)),
  body text not null constraint form_texts_body_length check (fits(body, 1, 4000)),
  hash text not null constraint form_texts_hash check (hash ~ '^[0-9a-f]{64}$'),
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint form_texts_once unique (school_id, form_id, text_version),
  constraint form_texts_form foreign key (school_id, form_id) references forms (school_id, id)
);
call keep_to_school('form_texts');
grant select, insert on form_texts to kashkool_app;

-- What the parents of a student answered last; the answers before it are former values. `agreed_at`: since when they agree without
-- a break; the places of a trip are given in this order.
create table form_answers (
  school_id uuid not null references schools,
  id uuid not null,
  form_id uuid not null,
  student_id uuid not null,
  text_version integer not null,
  agrees boolean not null,
  agreed_at timestamptz,
  answered_by uuid not null references users,
  answered_at timestamptz not null,
  withdrawn_by uuid references users,
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint form_answers_once unique (school_id, form_id, student_id),
  constraint form_answers_text foreign key (school_id, form_id, text_version) references form_texts (school_id, form_id, text_version),
  constraint form_answers_student foreign key (school_id, student_id) references students (school_id, id),
  constraint form_answers_agreed check ((agreed_at is not null) = (agrees and withdrawn_at is null)),
  constraint form_answers_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index form_answers_by_student on form_answers (student_id);
call keep_to_students('form_answers');
call keep_former_values('form_answers', 'id');
grant select, insert, update on form_answers to kashkool_app;
