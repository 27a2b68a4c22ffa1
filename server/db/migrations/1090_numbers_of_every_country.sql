-- Accounts have numbers of every country. `phone_number` keeps the form of the wire: 01… for Egypt, as the release before writes and compares it,
-- and the form of E.164 for all others. `e164` is the same number, generated, so that the two never differ, whichever release
-- writes (decision 103). No number has two forms, so what is unique in one is so in the other.
do $$
declare
  changed record;
begin
  for changed in
    select * from (values
      ('users', 'phone_number', 'users_phone_form'),
      ('identity_grants', 'phone_number', 'identity_grants_phone_form'),
      ('parent_invitations', 'phone_number', 'parent_invitations_phone_form'),
      ('staff_invitations', 'phone_number', 'staff_invitations_phone_form'),
      ('phone_changes', 'new_number', 'phone_changes_new_form')) as t (name, phone, form)
  loop
    execute format(
      'alter table %1$I drop constraint %3$I,
         add constraint %3$I check (%2$I ~ ''^(01[0-9]{9}|\+(?!201)[1-9][0-9]{7,14})$''),
         add column e164 text generated always as (case when left(%2$I, 1) = ''+'' then %2$I else ''+2'' || %2$I end) stored
           constraint %4$I check (e164 ~ ''^\+[1-9][0-9]{7,14}$'')',
      changed.name, changed.phone, changed.form, changed.name || '_e164_form');
  end loop;
end $$;
alter table phone_changes drop constraint phone_changes_old_form,
  add constraint phone_changes_old_form check (old_number ~ '^(01[0-9]{9}|\+(?!201)[1-9][0-9]{7,14})$');

grant select (e164) on users to kashkool_app;

-- The country of a school, whose numbers are typed as at home; null: by its time zone.
alter table schools add column country char(2) constraint schools_country_form check (country ~ '^[A-Z]{2}$');
grant update (country) on schools to kashkool_app;
