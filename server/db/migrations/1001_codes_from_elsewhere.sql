-- Tries of a code from the address that requested it, and from all others, are counted apart: so a stranger who tries codes of a number does
-- not use up the tries of the person who waits for one (decision 083).
alter table sms_codes add column requested_from bytea;
alter table sms_codes add column tries_elsewhere integer not null default 0;

-- Whether a number has an account or an open invitation. Codes to such numbers have budgets of their own.
create function is_known_number(phone text, mac bytea) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'known number', phone);
  return exists (select from public.users u where u.phone_number = phone)
    or exists (select from public.parent_invitations i
      where i.phone_number = phone and i.accepted_at is null and i.removed_at is null)
    or exists (select from public.staff_invitations i
      where i.phone_number = phone and i.taken_at is null and i.removed_at is null);
end $$;
