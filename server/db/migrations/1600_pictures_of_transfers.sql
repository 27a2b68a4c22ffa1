-- The picture that a parent sends with a transfer that they report, such as of the bank's slip (decision 176). It is of the school, and of who sent it.
alter table media drop constraint media_kind_known;
alter table media add constraint media_kind_known
  check (kind in ('student', 'user', 'school', 'contact_type', 'class_room', 'excuse', 'transfer'));
alter table media drop constraint media_owner_of_kind;
alter table media add constraint media_owner_of_kind check (
  (school_id is not null) = (kind in ('student', 'school', 'class_room', 'excuse', 'transfer'))
  and (student_id is null or kind in ('student', 'excuse'))
  and (student_id is not null or kind <> 'excuse')
  and (class_room_id is not null) = (kind = 'class_room')
  and (user_id is not null) = (kind = 'user')
  and (contact_type_id is not null) = (kind = 'contact_type'));

do $$
declare
  of_child constant text := $of$(kind not in ('student', 'excuse', 'transfer') or (select acting_children() is null)
    or student_id = any ((select acting_children())::uuid[]) or kind = 'transfer' and uploaded_by = (select acting_user()))$of$;
  in_school constant text := $of$school_id = any ((select acting_schools())::uuid[])$of$;
  own constant text := format(
    $of$%s and %s or kind = 'user' and user_id = (select acting_user()) or kind = 'contact_type' and (select on_platform())$of$,
    in_school, of_child);
begin
  drop policy school on media;
  drop policy writer_adds on media;
  drop policy writer_changes on media;
  execute format('create policy school on media for select using ((school_id is null or %s) and %s)', in_school, of_child);
  execute format('create policy writer_adds on media for insert with check (%s)', own);
  execute format('create policy writer_changes on media for update using (%1$s) with check (%1$s)', own);
end $$;

alter table told_transfers add column image_url text constraint told_transfers_image_url_format check (image_url ~ '^/media/[\w-]{20,80}$');
create unique index told_transfers_picture_once on told_transfers (school_id, image_url) where image_url is not null;
