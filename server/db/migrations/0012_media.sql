-- Pictures, kept as they are served (WebP). A student's picture without a student is free until a student names it.
create table media (
  name text primary key constraint media_name_length check (char_length(name) between 20 and 80),
  kind text not null
    constraint media_kind_known check (kind in ('student', 'user', 'school', 'contact_type', 'class_room')),
  school_id uuid references schools,
  student_id uuid,
  class_room_id uuid,
  user_id uuid references users,
  contact_type_id uuid references school_contact_types,
  content bytea not null,
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  constraint media_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint media_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint media_owner_of_kind check (
    (school_id is not null) = (kind in ('student', 'school', 'class_room'))
    and (student_id is null or kind = 'student')
    and (class_room_id is not null) = (kind = 'class_room')
    and (user_id is not null) = (kind = 'user')
    and (contact_type_id is not null) = (kind = 'contact_type'))
);
create index media_by_age on media (replaced_at) where replaced_at is not null;
call wall_off('media');
create policy school on media using (
  (school_id is null or school_id = any ((select acting_schools())::uuid[]))
  and (kind <> 'student' or (select acting_children() is null)
    or student_id = any ((select acting_children())::uuid[])));
-- Pictures of schools are public; whether the school is active is asked where they are served.
create policy public_pictures on media for select using (kind = 'school');
grant select, insert, update, delete on media to kashkool_app;
