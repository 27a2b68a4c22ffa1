-- Teachers who are invited before they have an account, with what they will teach (decision 055). An e-mail address alone
-- opens nothing: nobody proves it. It is kept until a phone number is known.
create table staff_invitations (
  id uuid primary key,
  school_id uuid not null references schools,
  teacher_name text constraint staff_invitations_name_length check (fits(teacher_name, 1, 200)),
  phone_number text constraint staff_invitations_phone_form check (phone_number ~ '^01[0-9]{9}$'),
  email text constraint staff_invitations_email_length check (fits(email, 3, 254)),
  -- [{"courseId": …, "classRoomId": … or null}]
  teaching jsonb not null default '[]' constraint staff_invitations_teaching check (jsonb_typeof(teaching) = 'array'),
  invited_by uuid not null references users,
  taken_at timestamptz,
  removed_at timestamptz,
  removed_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  unique (school_id, id),
  constraint staff_invitations_reach_somebody check (phone_number is not null or email is not null),
  constraint staff_invitations_ended_once check (taken_at is null or removed_at is null)
);
create unique index staff_invitations_waiting on staff_invitations (school_id, phone_number)
  where taken_at is null and removed_at is null;
create unique index staff_invitations_email_waiting on staff_invitations (school_id, lower(email))
  where taken_at is null and removed_at is null and phone_number is null;
create index staff_invitations_by_phone on staff_invitations (phone_number)
  where taken_at is null and removed_at is null;
call keep_former_values('staff_invitations', 'id');
call keep_to_school('staff_invitations');
-- People who have confirmed a number find what waits for it before it is known in which school.
create policy own on staff_invitations for select using (
  phone_number = (select phone_number from users where id = (select acting_user())));
grant select, insert, update, delete on staff_invitations to kashkool_app;
