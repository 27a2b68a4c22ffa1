-- The picture that parents send with an excuse, such as of a doctor's note. It is the student's from the start.
alter table media drop constraint media_kind_known;
alter table media add constraint media_kind_known
  check (kind in ('student', 'user', 'school', 'contact_type', 'class_room', 'excuse'));
alter table media drop constraint media_owner_of_kind;
alter table media add constraint media_owner_of_kind check (
  (school_id is not null) = (kind in ('student', 'school', 'class_room', 'excuse'))
  and (student_id is null or kind in ('student', 'excuse'))
  and (student_id is not null or kind <> 'excuse')
  and (class_room_id is not null) = (kind = 'class_room')
  and (user_id is not null) = (kind = 'user')
  and (contact_type_id is not null) = (kind = 'contact_type'));
drop policy school on media;
create policy school on media using (
  (school_id is null or school_id = any ((select acting_schools())::uuid[]))
  and (kind not in ('student', 'excuse') or (select acting_children() is null)
    or student_id = any ((select acting_children())::uuid[])));

alter table excuses add column image_url text constraint excuses_image_url_format check (image_url ~ '^/media/[\w-]{20,80}$');
create unique index excuses_picture_once on excuses (image_url) where image_url is not null;
